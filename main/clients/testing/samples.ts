import type { ModelDetail, TrialRequest } from "../../contract/index.ts";

/** A request with the form's initial values, for a model of a server. */
export function sampleTrial(
  model: Pick<ModelDetail, "serverId" | "name">,
  more: Partial<TrialRequest> = {},
): TrialRequest {
  return {
    serverId: model.serverId,
    model: model.name,
    modelVersion: "",
    wire: "http",
    batchSize: 1,
    shapes: {},
    seed: 1,
    values: {},
    leftOut: [],
    outputs: [],
    id: "",
    priority: 0,
    timeoutMicros: null,
    deadlineMs: 5000,
    sequence: null,
    ...more,
  };
}

type Tensor = ModelDetail["inputs"][number];

/** A model that serves; by default it batches up to 8, and `inputs` include the batch dimension. */
export function sampleDetail(
  inputs: readonly Tensor[],
  outputs: readonly Tensor[] = [],
  config: Record<string, unknown> = { max_batch_size: 8 },
): ModelDetail {
  return {
    serverId: "embedded",
    name: "sample",
    versions: [{ version: "1", state: "READY", reason: null }],
    ready: true,
    reason: null,
    platform: "",
    inputs: [...inputs],
    outputs: [...outputs],
    config,
    instances: [],
  };
}
