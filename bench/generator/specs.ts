import type { LoadSpec, RunSpec } from "../../main/lab/generator/messages.ts";

/** Requests to `mlp` as the other clients of the bench send them. */
export function runSpec(
  wire: RunSpec["wire"],
  address: string,
  load: LoadSpec,
  seconds: number,
): RunSpec {
  return {
    wire,
    address,
    traffic: [
      {
        model: "mlp",
        modelVersion: "",
        inputs: [{ name: "x", datatype: "FP32", shape: [1, 128] }],
        batchSize: 1,
        source: { kind: "generated", byInput: {} },
        distinctInputs: 64,
        reuse: { kind: "turns" },
        checkOutputs: false,
        seed: 1,
        weight: 1,
        deadlineMs: null,
        priority: 0,
        timeoutMicros: null,
        sequence: null,
        decoupled: false,
      },
    ],
    load,
    seed: 1,
    warmup: { seconds: 0.5, requests: null },
    seconds,
    requests: null,
    boundMs: null,
    windowSeconds: 1,
  };
}
