import { inference } from "../../assets/proto/index.ts";
import { frame } from "../../engine/protocol/grpc/framing/frame.ts";

/** One request to `mlp` and its answer, in the form of each wire. */
const INPUT = new Uint8Array(new Float32Array(128).map((_, i) => i / 128).buffer);
const OUTPUT = new Uint8Array(new Float32Array(10).buffer);

export function grpcRequest(model: string): Buffer {
  return frame(
    inference.ModelInferRequest.encode({
      model_name: model,
      inputs: [{ name: "x", datatype: "FP32", shape: [1, 128] }],
      raw_input_contents: [INPUT],
    }).finish(),
  );
}

export const grpcResponse = inference.ModelInferResponse.encode({
  model_name: "mlp",
  model_version: "1",
  outputs: [{ name: "y", datatype: "FP32", shape: [1, 10] }],
  raw_output_contents: [OUTPUT],
}).finish();

const requestJson = JSON.stringify({
  inputs: [
    {
      name: "x",
      datatype: "FP32",
      shape: [1, 128],
      parameters: { binary_data_size: INPUT.length },
    },
  ],
  parameters: { binary_data_output: true },
});

/** The whole HTTP message. */
export function httpRequest(model: string): Buffer {
  const head = [
    `POST /v2/models/${model}/infer HTTP/1.1`,
    "Host: 127.0.0.1",
    `Inference-Header-Content-Length: ${requestJson.length}`,
    `Content-Length: ${requestJson.length + INPUT.length}`,
    "",
    requestJson,
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), INPUT]);
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
