/** ONNX element types that the binding reports only by number. */
const UNKNOWN_TYPES: Readonly<Record<string, string>> = {
  14: "complex64",
  15: "complex128",
  16: "BF16",
};

export function describeRunError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const type = /^Unsupported data type: (\d+)$/.exec(message)?.[1];
  if (type === undefined) return message;
  const name = UNKNOWN_TYPES[type] ?? `${type} of ONNX's element types`;
  return `the model has an input or output of type ${name}, which ONNX Runtime's Node binding doesn't support. Cast it from or to FP32 within the model, or serve the model with Triton and connect to that server`;
}
