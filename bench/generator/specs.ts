import type { LoadSpec, RunSpec } from "../../main/lab/generator/messages.ts";
import { targetAt, trafficSpec } from "../../main/lab/testing/run-spec.ts";

/** The same requests to `mlp` as those of the bench's other clients. */
export function runSpec(
  wire: RunSpec["wire"],
  address: string,
  load: LoadSpec,
  seconds: number,
): RunSpec {
  return {
    wire,
    target: targetAt(address),
    traffic: [
      trafficSpec({
        inputs: [{ name: "x", datatype: "FP32", shape: [1, 128] }],
        distinctInputs: 64,
        seed: 1,
      }),
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
