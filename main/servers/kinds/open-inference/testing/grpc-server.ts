import { Server, ServerCredentials, status } from "@grpc/grpc-js";
import { GrpcClient } from "../../../../wire/transport/index.ts";
import { tritonMethod } from "../../../testing/triton-method.ts";
import type { Reach } from "../../kind.ts";

/** The response of each method; other methods are UNIMPLEMENTED, null is NOT_FOUND. */
type Answers = Readonly<Record<string, (request: Buffer) => object | null>>;

/** A gRPC server with the Open Inference Protocol alone (kserve/open-inference-protocol, open_inference_grpc.proto). */
export async function startGrpc(
  answers: Answers,
): Promise<{ readonly address: string; readonly reach: Reach } & AsyncDisposable> {
  const server = new Server();
  for (const [method, answer] of Object.entries(answers)) addMethod(server, method, answer);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const address = `127.0.0.1:${port}`;
  const grpc = new GrpcClient(address);
  return {
    address,
    reach: { grpc, http: null, metrics: null },
    [Symbol.asyncDispose]: async () => {
      grpc.close();
      server.forceShutdown();
    },
  };
}

function addMethod(server: Server, method: string, answer: Answers[string]): void {
  const { definition } = tritonMethod(method);
  server.addService(definition, {
    [method]: (call: { request: Buffer }, done: (error: object | null, value?: object) => void) => {
      const value = answer(call.request);
      if (value) done(null, value);
      else done({ code: status.NOT_FOUND, details: "model is not there" });
    },
  });
}
