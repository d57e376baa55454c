import { expect, test } from "vitest";
import {
  changeConnection,
  emptyFleet,
  toConnectionForm,
  toFleetDraft,
  withoutEmptyRows,
} from "./fleet-form.ts";

const rowOf = (id: number, part: Partial<Record<"name" | "grpc", string>>) => ({
  id,
  name: "",
  grpc: "",
  http: "",
  metrics: "",
  ...part,
});

test("[FLEET-F6] the row that a rejection names by its number is the one that was sent", () => {
  const listed = [rowOf(0, {}), rowOf(1, { grpc: "a:1" }), rowOf(2, {}), rowOf(3, { grpc: "a:1" })];
  const form = { ...emptyFleet, listed };
  const { members } = toFleetDraft(form);
  expect(members).toMatchObject({ members: [{ grpc: "a:1" }, { grpc: "a:1" }] });
  expect(withoutEmptyRows(form).listed.map(({ id }) => id)).toEqual([1, 3]);
  expect(withoutEmptyRows({ ...form, listed: [rowOf(7, {})] }).listed).toHaveLength(1);
});

test("[FLEET-F6] a row with a name alone is sent, to be rejected, and not left out unsaid", () => {
  const form = { ...emptyFleet, listed: [rowOf(0, { name: "gpu-1" })] };
  expect(toFleetDraft(form).members).toMatchObject({ members: [{ name: "gpu-1", grpc: "" }] });
});

test("[FLEET-F16] each port of a workload's pods is encrypted by itself", () => {
  const form = { ...emptyFleet, from: "workload" as const, workload: "1/models/Deployment/triton" };
  expect(toFleetDraft(form).members).toEqual({ kind: "workload", workload: form.workload });
  const on = changeConnection(form, { grpc: "grpcs://pod" });
  expect(toConnectionForm(on)).toMatchObject({ grpc: "grpcs://pod", http: "pod", metrics: "pod" });
  expect(toFleetDraft(on).members).toMatchObject({ encrypted: ["grpc"] });
  const off = changeConnection(on, { grpc: "grpc://pod" });
  expect(toFleetDraft(off).members).not.toHaveProperty("encrypted");
});
