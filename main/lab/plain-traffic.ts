import type { Traffic } from "../contract/index.ts";

/** Generated single-item requests to a model, without sequences, used round robin. */
export function plainTraffic(model: string): Traffic {
  return {
    model,
    modelVersion: "",
    weight: 1,
    batchSize: 1,
    shapes: {},
    inputs: { kind: "generated", byInput: {} },
    distinctInputs: 1,
    reuse: { kind: "turns" },
    deadlineMs: null,
    priority: 0,
    timeoutMicros: null,
    sequence: null,
    checkOutputs: false,
  };
}
