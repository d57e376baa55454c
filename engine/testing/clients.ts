import { request as httpRequest, type Agent, type IncomingMessage } from "node:http";
import { Client, credentials } from "@grpc/grpc-js";
import { inference } from "../../assets/proto/index.ts";

const INFER = "/inference.GRPCInferenceService/ModelInfer";

/** Sends one FP32 value as [1, 1] with the reference gRPC client; the model must echo it. */
export class GrpcClient {
  readonly #client: Client;

  constructor(address: string) {
    this.#client = new Client(address, credentials.createInsecure());
  }

  infer(modelName: string, value: number): Promise<number> {
    const message = inference.ModelInferRequest.encode({
      model_name: modelName,
      inputs: [{ name: "INPUT0", datatype: "FP32", shape: [1, 1] }],
      raw_input_contents: [new Uint8Array(new Float32Array([value]).buffer)],
    }).finish();
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        INFER,
        (bytes: Uint8Array) => Buffer.from(bytes),
        (bytes) => inference.ModelInferResponse.decode(bytes),
        message,
        (error, response) => {
          if (error !== null) return reject(error);
          const [raw] = response?.raw_output_contents ?? [];
          resolve(Buffer.from(raw as Uint8Array).readFloatLE());
        },
      );
    });
  }

  close(): void {
    this.#client.close();
  }
}

/** The same over HTTP in JSON. */
export function inferOverHttp(
  agent: Agent,
  address: string,
  modelName: string,
  value: number,
): Promise<number> {
  const [host, port] = address.split(":");
  const body = JSON.stringify({
    inputs: [{ name: "INPUT0", datatype: "FP32", shape: [1, 1], data: [value] }],
  });
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host, port, agent, method: "POST", path: `/v2/models/${modelName}/infer` },
      (response) => void readStatus(response).then(resolve, reject),
    );
    request.once("error", reject);
    request.end(body);
  });
}

async function readStatus(response: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const answer = JSON.parse(Buffer.concat(chunks).toString());
  if (response.statusCode !== 200) throw new Error(answer.error);
  return answer.outputs[0].data[0];
}
