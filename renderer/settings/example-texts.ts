import type { ModelDetail } from "../../main/contract/index.ts";

/** numpy's names of the protocol's data types. */
const numpy: Record<string, string> = {
  BOOL: "bool",
  UINT8: "uint8",
  UINT16: "uint16",
  UINT32: "uint32",
  UINT64: "uint64",
  INT8: "int8",
  INT16: "int16",
  INT32: "int32",
  INT64: "int64",
  FP16: "float16",
  FP32: "float32",
  FP64: "float64",
  BYTES: "object",
};

type Tensor = ModelDetail["inputs"][number];

/** A shape one can send: one item, and a small size for what may vary. */
function sendable(shape: readonly number[]): number[] {
  return shape.map((size, index) => (size >= 0 ? size : index === 0 ? 1 : 16));
}

const elements = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);

/** A curl command that sends zeros, made by printf so that large inputs stay readable. */
export function curlExample(http: string, model: ModelDetail): string {
  const inputs = model.inputs.map((input) => {
    const shape = sendable(input.shape);
    const zero = input.datatype === "BYTES" ? '\\"\\"' : input.datatype === "BOOL" ? "false" : "0";
    const count = elements(shape);
    const data = count <= 8 ? Array(count).fill(zero).join(",") : `$(${repeat(zero, count)})`;
    return `{\\"name\\":\\"${input.name}\\",\\"datatype\\":\\"${input.datatype}\\",\\"shape\\":[${shape.join(",")}],\\"data\\":[${data}]}`;
  });
  return [
    `curl -s http://${http}/v2/models/${model.name}/infer \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d "{\\"inputs\\":[${inputs.join(",")}]}"`,
  ].join("\n");
}

function repeat(value: string, count: number): string {
  return `printf '${value}%.0s,' $(seq ${count}) | sed 's/,$//'`;
}

/** A Python program for NVIDIA's tritonclient that sends zeros. */
export function pythonExample(grpc: string, model: ModelDetail): string {
  const input = (tensor: Tensor, index: number) => {
    const shape = sendable(tensor.shape).join(", ");
    return [
      `data_${index} = np.zeros([${shape}], dtype=np.${numpy[tensor.datatype] ?? "float32"})`,
      `input_${index} = grpcclient.InferInput("${tensor.name}", data_${index}.shape, "${tensor.datatype}")`,
      `input_${index}.set_data_from_numpy(data_${index})`,
    ].join("\n");
  };
  const names = model.inputs.map((_, index) => `input_${index}`).join(", ");
  return [
    "# pip install tritonclient[grpc] numpy",
    "import numpy as np",
    "import tritonclient.grpc as grpcclient",
    "",
    `client = grpcclient.InferenceServerClient("${grpc}")`,
    ...model.inputs.map(input),
    `result = client.infer("${model.name}", [${names}])`,
    `print(result.as_numpy("${model.outputs[0]?.name ?? "output"}"))`,
  ].join("\n");
}
