/** ONNX element types that the binding knows by number only. */
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
  return `the model has an input or output of type ${name}, which the ONNX Runtime's Node binding does not take; let the model cast it from or to FP32, or serve it with a Triton server and connect to that`;
}
