import { plainTarget, type Target } from "../../wire/index.ts";
import type { RunSpec, TrafficSpec } from "../generator/messages.ts";

/** Plain requests to one model. */
export function trafficSpec(more: Partial<TrafficSpec> = {}): TrafficSpec {
  return {
    model: "mlp",
    modelVersion: "",
    inputs: [{ name: "x", datatype: "FP32", shape: [1, 4] }],
    batchSize: 1,
    source: { kind: "generated", byInput: {} },
    distinctInputs: 3,
    reuse: { kind: "turns" },
    checkOutputs: false,
    seed: 7,
    weight: 1,
    deadlineMs: null,
    priority: 0,
    timeoutMicros: null,
    sequence: null,
    decoupled: false,
    ...more,
  };
}

export const targetAt = (address: string): Target => plainTarget(address) as Target;

/** Four clients over HTTP for half a second. */
export function runSpec(address: string, more: Partial<RunSpec> = {}): RunSpec {
  return {
    wire: "http",
    target: targetAt(address),
    traffic: [trafficSpec()],
    load: { kind: "concurrency", clients: 4, thinkMs: 0 },
    seed: 11,
    warmup: { seconds: 0.1, requests: null },
    seconds: 0.5,
    requests: null,
    boundMs: null,
    windowSeconds: 0.1,
    ...more,
  };
}
