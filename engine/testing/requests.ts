import type { InferRequest, InputTensor, OutputTensor } from "../types.ts";

/** An FP32 input as it arrives from the wire. */
export function floats(
  name: string,
  shape: readonly number[],
  values: readonly number[],
): InputTensor {
  const data = new Uint8Array(new Float32Array(values).buffer);
  return { name, datatype: "FP32", shape, segments: [data], byteLength: data.byteLength };
}

export function inferRequest(request: Partial<InferRequest>): InferRequest {
  return {
    modelName: "m",
    modelVersion: "",
    id: "",
    parameters: {},
    inputs: [],
    outputs: [],
    ...request,
  };
}

/** The values of an FP32 output. */
export function readFloats(output: OutputTensor | undefined): number[] {
  return output === undefined ? [] : [...new Float32Array(output.data.slice().buffer)];
}
