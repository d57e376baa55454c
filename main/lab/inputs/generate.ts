import { drawTensor } from "./distributions.ts";
import { type GeneratedRequest, encodeGrpcRequest, encodeHttpRequest } from "./encode.ts";
import { seededRandom } from "./random.ts";
import type { InputSpec } from "./tensor.ts";

/** A set of requests for one model: the same description always makes the same bytes. */
export interface RequestSet {
  readonly model: string;
  readonly modelVersion: string;
  readonly inputs: readonly InputSpec[];
  /** How many different requests. */
  readonly distinctInputs: number;
  readonly seed: number;
}

/** The encoded requests of a set for one wire; `host` is HOST:PORT. */
export function encodeRequestSet(set: RequestSet, wire: "http" | "grpc", host: string): Buffer[] {
  const random = seededRandom(set.seed);
  return Array.from({ length: set.distinctInputs }, () => {
    const request: GeneratedRequest = {
      model: set.model,
      modelVersion: set.modelVersion,
      inputs: set.inputs,
      contents: set.inputs.map((input) => drawTensor(input, { kind: "auto" }, random)),
    };
    return wire === "http" ? encodeHttpRequest(request, host) : encodeGrpcRequest(request);
  });
}
