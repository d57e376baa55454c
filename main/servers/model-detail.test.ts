import { expect, test } from "vitest";
import { modelDetailOf } from "./model-detail.ts";
import type { TritonClient } from "./triton/index.ts";

test("[M3] a server's word for how many instances there are is not believed without limit", async () => {
  const group = { name: "m_0", kind: "KIND_CPU", count: 2_147_483_647 };
  const client: Partial<TritonClient> = {
    repositoryIndex: async () => [{ name: "m", version: "1", state: "READY" }],
    modelMetadata: async () => ({
      name: "m",
      versions: ["1"],
      platform: "",
      inputs: [],
      outputs: [],
    }),
    modelConfig: async () => ({ instance_group: [group] }),
  };
  const { instances } = await modelDetailOf(client as TritonClient, "s", "m", null, {});
  expect(instances).toHaveLength(1000);
});
