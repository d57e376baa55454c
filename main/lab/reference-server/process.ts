// The reference server's process: an inference server over HTTP and gRPC that only waits, and records how long.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Server, ServerCredentials, status } from "@grpc/grpc-js";
import { inference } from "../../../assets/proto/index.ts";
import type { Behaviour } from "./behaviour.ts";
import { REJECTION, Served, type Stamp } from "./served.ts";

export type ToReferenceServer =
  | { readonly type: "behave"; readonly behaviour: Behaviour }
  | { readonly type: "stamps" };

export type FromReferenceServer =
  | { readonly type: "listening"; readonly http: string; readonly grpc: string }
  | { readonly type: "behaving" }
  | { readonly type: "stamps"; readonly stamps: readonly Stamp[] };

const ANSWER = {
  model_name: "truth",
  outputs: [{ name: "y", datatype: "FP32", shape: [1] }],
  raw_output_contents: [new Uint8Array(4)],
};
const GRPC_ANSWER = Buffer.from(inference.ModelInferResponse.encode(ANSWER).finish());
const HTTP_ANSWER = JSON.stringify({
  model_name: ANSWER.model_name,
  outputs: [{ ...ANSWER.outputs[0], data: [0] }],
});

let served: Served | undefined;

const web = http.createServer((request, response) => {
  request.resume();
  request.on("end", () =>
    served?.take((ok) => {
      const body = ok ? HTTP_ANSWER : JSON.stringify({ error: REJECTION });
      response.writeHead(ok ? 200 : 503, { "content-length": Buffer.byteLength(body) }).end(body);
    }),
  );
});

const bytes = (buffer: Buffer) => buffer;
const rpc = new Server();
rpc.register(
  "/inference.GRPCInferenceService/ModelInfer",
  (_call: unknown, answer: (error: object | null, message?: Buffer) => void) =>
    served?.take((ok) =>
      ok ? answer(null, GRPC_ANSWER) : answer({ code: status.UNAVAILABLE, details: REJECTION }),
    ),
  bytes,
  bytes,
  "unary",
);

function send(message: FromReferenceServer): void {
  process.send?.(message);
}

process.on("message", (message: ToReferenceServer) => {
  if (message.type === "behave") {
    served = new Served(message.behaviour);
    send({ type: "behaving" });
  } else {
    send({ type: "stamps", stamps: served?.stamps ?? [] });
  }
});
process.on("disconnect", () => process.exit(0));

await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
rpc.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  const { port: webPort } = web.address() as AddressInfo;
  send({ type: "listening", http: `127.0.0.1:${webPort}`, grpc: `127.0.0.1:${port}` });
});
