import { inference } from "../../assets/proto/index.ts";
import { frame } from "../../engine/protocol/grpc/framing/frame.ts";

/** Bytes of a request's input to `mlp`. */
export const MLP_INPUT_BYTES = 512;

function ramp(byteLength: number): Uint8Array {
  const count = byteLength / Float32Array.BYTES_PER_ELEMENT;
  return new Uint8Array(new Float32Array(count).map((_, i) => i / count).buffer);
}

const OUTPUT = new Uint8Array(new Float32Array(10).buffer);

/** Input names of models other than `mlp`, its copies and the echo, which take [1, n] as "x". */
const INPUTS: Readonly<Record<string, { name: string; shape: number[] }>> = {
  cnn_small: { name: "image", shape: [1, 3, 64, 64] },
  identity_backend: { name: "INPUT0", shape: [1, -1] },
};

function inputOf(model: string, byteLength: number) {
  const { name, shape } = INPUTS[model] ?? { name: "x", shape: [1, -1] };
  return { name, datatype: "FP32", shape: shape.map((dim) => (dim < 0 ? byteLength / 4 : dim)) };
}

export function grpcRequest(model: string, byteLength = MLP_INPUT_BYTES): Buffer {
  return frame(
    inference.ModelInferRequest.encode({
      model_name: model,
      inputs: [inputOf(model, byteLength)],
      raw_input_contents: [ramp(byteLength)],
    }).finish(),
  );
}

export const grpcResponse = inference.ModelInferResponse.encode({
  model_name: "mlp",
  model_version: "1",
  outputs: [{ name: "y", datatype: "FP32", shape: [1, 10] }],
  raw_output_contents: [OUTPUT],
}).finish();

/** The complete HTTP message. */
export function httpRequest(model: string, byteLength = MLP_INPUT_BYTES): Buffer {
  const json = JSON.stringify({
    inputs: [{ ...inputOf(model, byteLength), parameters: { binary_data_size: byteLength } }],
    parameters: { binary_data_output: true },
  });
  const head = [
    `POST /v2/models/${model}/infer HTTP/1.1`,
    "Host: 127.0.0.1",
    `Inference-Header-Content-Length: ${json.length}`,
    `Content-Length: ${json.length + byteLength}`,
    "",
    json,
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), ramp(byteLength)]);
}

const responseJson = JSON.stringify({
  model_name: "mlp",
  model_version: "1",
  outputs: [
    {
      name: "y",
      datatype: "FP32",
      shape: [1, 10],
      parameters: { binary_data_size: OUTPUT.length },
    },
  ],
});

export const httpResponse = {
  headers: {
    "Content-Type": "application/octet-stream",
    "Inference-Header-Content-Length": String(responseJson.length),
    "Content-Length": String(responseJson.length + OUTPUT.length),
  },
  body: Buffer.concat([Buffer.from(responseJson), OUTPUT]),
};
