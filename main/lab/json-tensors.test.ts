import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { ExperimentPlan } from "../contract/index.ts";
import { jsonProtocol } from "./testing/json-server.ts";
import { LabFixture, levels, never } from "./testing/lab-fixture.ts";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-json-"));
let fixture: LabFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

/** A lab over a server with these extensions, and the request bodies it received. */
async function labOver(extensions: readonly string[] = []): Promise<string[]> {
  const seen: string[] = [];
  fixture = await LabFixture.create(jsonProtocol(seen, extensions));
  const { server } = fixture;
  server.capabilities = ["inference"];
  server.setStatus({ kind: "mlserver", name: "MLServer", capabilities: ["inference"] });
  server.model = {
    ...server.model,
    config: null,
    outputs: [{ name: "y", datatype: "FP32", shape: [-1, 1] }],
  };
  server.statistics = () => Promise.reject(new Error("it keeps none"));
  return seen;
}

const checked = (y: number): ExperimentPlan["traffic"] => {
  const file = path.join(directory, `${y}.json`);
  const data = { data: [{ x: [1, 2, 3, 4] }], validation_data: [{ y: [y] }] };
  fs.writeFileSync(file, JSON.stringify(data));
  const [traffic] = fixture.plan.traffic as [ExperimentPlan["traffic"][number]];
  return [{ ...traffic, inputs: { kind: "perf-analyzer", path: file }, checkOutputs: true }];
};

async function run(more: Partial<ExperimentPlan>) {
  const id = await fixture.start({ load: levels(2), ...more });
  await fixture.finished(id);
  const [step] = fixture.get(id).steps;
  return step;
}

it("LAB-GEN-36 sends JSON tensors to a server that does not report binary ones, and checks its answers", async () => {
  const seen = await labOver();
  const step = await run({ traffic: checked(10) });
  expect(step).toMatchObject({ jsonTensors: true, failures: [] });
  expect(step?.successes).toBeGreaterThan(0);
  expect(JSON.parse(seen[0] as string)).toEqual({
    inputs: [{ name: "x", shape: [1, 4], datatype: "FP32", data: [1, 2, 3, 4] }],
  });
});

it("LAB-GEN-36 LAB-GEN-32 counts an unexpected JSON response as wrong", async () => {
  await labOver();
  const step = await run({ traffic: checked(11) });
  expect(step?.successes).toBe(0);
  expect(step?.outcomes.wrong).toBeGreaterThan(0);
});

it("LAB-GEN-36 sends binary tensors to servers that report them", async () => {
  const seen = await labOver(["binary_tensor_data"]);
  const step = await run({});
  expect(step?.jsonTensors).toBeUndefined();
  expect(seen[0]).toContain("binary_data_size");
});

it("LAB-GEN-36 rejects values that JSON can't represent before the run", async () => {
  await labOver();
  fixture.server.model = {
    ...fixture.server.model,
    inputs: [{ name: "x", datatype: "FP16", shape: [-1, 4] }],
  };
  await expect(fixture.start()).rejects.toThrow(
    "Input 'x' is FP16, which JSON cannot carry, and the server takes no binary tensors over HTTP; use gRPC.",
  );
});

it("LAB-GEN-36 sends sample traffic as JSON, too", async () => {
  const seen = await labOver();
  const { lab, server } = fixture;
  server.model = { ...server.model, config: { max_batch_size: 0 } };
  server.model = { ...server.model, inputs: [{ name: "x", datatype: "FP32", shape: [1, 4] }] };
  const traffic = { serverId: server.id, models: ["ranker"], concurrency: 1, seconds: 60 };
  await lab.requests["traffic.start"](traffic, never);
  await expect.poll(() => seen.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await lab.requests["traffic.stop"]({}, never);
  expect(JSON.parse(seen[0] as string)).toMatchObject({ inputs: [{ name: "x", shape: [1, 4] }] });
});
