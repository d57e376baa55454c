import { expect, test } from "vitest";
import { fetchModelDetail } from "./model-detail.ts";
import type { TritonClient } from "./index.ts";

test("[SERVER-M3] limits the number of instances that a server may claim", async () => {
  const group = { name: "m_0", kind: "KIND_CPU", count: 2_147_483_647 };
  const client: Partial<TritonClient> = {
    modelMetadata: async () => ({
      name: "m",
      versions: ["1"],
      platform: "",
      inputs: [],
      outputs: [],
    }),
    modelConfig: async () => ({ instance_group: [group] }),
  };
  const { instances } = await fetchModelDetail(
    client as TritonClient,
    {
      serverId: "s",
      model: "m",
      index: [{ name: "m", version: "1", state: "READY" }],
      telemetry: null,
    },
    {},
  );
  expect(instances).toHaveLength(1000);
});

test.each([
  [{ name: "m", reason: "Invalid argument: a typo" }, "Invalid argument: a typo"],
  [{ name: "m", version: "1", state: "UNAVAILABLE", reason: "no file" }, "no file"],
  [{ name: "m", version: "1", state: "UNAVAILABLE", reason: "unloaded" }, null],
  [{ name: "m" }, null],
] as const)("a model that does not serve has its reason: %j", async (entry, reason) => {
  const client = {} as TritonClient;
  const detail = await fetchModelDetail(
    client,
    { serverId: "s", model: "m", index: [entry], telemetry: null },
    {},
  );
  expect(detail).toMatchObject({ ready: false, reason });
});
