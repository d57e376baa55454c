import grpc from "@grpc/grpc-js";

export type UnaryHandler = grpc.handleUnaryCall<Buffer, Buffer>;
export type StreamHandler = grpc.handleBidiStreamingCall<Buffer, Buffer>;

export interface GrpcTestServer extends Disposable {
  /** HOST:PORT */
  readonly address: string;
  /** Ends all connections and stops listening. */
  kill(): void;
}

const asIs = (bytes: Buffer) => bytes;
const method = (path: string, streams: boolean) => ({
  path: `/inference.GRPCInferenceService/${path}`,
  requestStream: streams,
  responseStream: streams,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
});

/** ModelInfer and ModelStreamInfer on raw messages; methods without a handler are not implemented. */
export async function startGrpcServer(handlers: {
  readonly unary?: UnaryHandler;
  readonly stream?: StreamHandler;
}): Promise<GrpcTestServer> {
  const server = new grpc.Server();
  if (handlers.unary) {
    server.addService({ ModelInfer: method("ModelInfer", false) }, { ModelInfer: handlers.unary });
  }
  if (handlers.stream) {
    const service = { ModelStreamInfer: method("ModelStreamInfer", true) };
    server.addService(service, { ModelStreamInfer: handlers.stream });
  }
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  const kill = () => server.forceShutdown();
  return { address: `127.0.0.1:${port}`, kill, [Symbol.dispose]: kill };
}
