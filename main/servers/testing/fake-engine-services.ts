import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  status,
} from "@grpc/grpc-js";
import { batchdeck, inference } from "../../../assets/proto/index.ts";

interface Encodes<A> {
  encode(message: A): { finish(): Uint8Array };
}
interface Decodes<Q> {
  decode(bytes: Uint8Array): Q;
}

const telemetry = batchdeck.telemetry.v1;
type Telemetry = typeof telemetry;
type Message<T extends keyof Telemetry> = Telemetry[T] extends Decodes<infer M> ? M : never;
type BatchesMessage = batchdeck.telemetry.v1.BatchesResponse.$Properties;
export type BatchStream = ServerWritableStream<Message<"BatchesRequest">, BatchesMessage>;

/** The responses of the engine's own services; thrown errors become INVALID_ARGUMENT. */
export interface EngineServices {
  batches: (stream: BatchStream) => void;
  traces: (request: Message<"TracesRequest">) => batchdeck.telemetry.v1.TracesResponse.$Properties;
  getSplit: (
    request: Message<"GetVersionSplitRequest">,
  ) => batchdeck.telemetry.v1.VersionSplitResponse.$Properties;
  setSplit: (
    request: Message<"SetVersionSplitRequest">,
  ) => batchdeck.telemetry.v1.VersionSplitResponse.$Properties;
  traceSetting: (
    request: inference.TraceSettingRequest,
  ) => inference.TraceSettingResponse.$Properties;
}

/** A gRPC server with the engine's own services, built on the reference implementation of gRPC. */
export async function serveEngineServices(
  services: EngineServices,
): Promise<AsyncDisposable & { readonly address: string }> {
  const server = new Server();
  const own = "/batchdeck.telemetry.v1";
  const { TracesRequest, TracesResponse, VersionSplitResponse } = telemetry;
  const { GetVersionSplitRequest, SetVersionSplitRequest } = telemetry;
  server.register(
    `${own}.Telemetry/Batches`,
    (stream: BatchStream) => services.batches(stream),
    encoder(telemetry.BatchesResponse),
    (bytes) => telemetry.BatchesRequest.decode(bytes),
    "serverStream",
  );
  unary(
    server,
    { path: `${own}.Telemetry/Traces`, request: TracesRequest, response: TracesResponse },
    (request) => services.traces(request),
  );
  unary(
    server,
    {
      path: `${own}.VersionSplit/Get`,
      request: GetVersionSplitRequest,
      response: VersionSplitResponse,
    },
    (request) => services.getSplit(request),
  );
  unary(
    server,
    {
      path: `${own}.VersionSplit/Set`,
      request: SetVersionSplitRequest,
      response: VersionSplitResponse,
    },
    (request) => services.setSplit(request),
  );
  unary(
    server,
    {
      path: "/inference.GRPCInferenceService/TraceSetting",
      request: inference.TraceSettingRequest,
      response: inference.TraceSettingResponse,
    },
    (request) => services.traceSetting(request),
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => server.forceShutdown(),
  };
}

function encoder<A>(type: Encodes<A>): (message: A) => Buffer {
  return (message) => Buffer.from(type.encode(message).finish());
}

interface UnaryMethod<Q, A> {
  readonly path: string;
  readonly request: Decodes<Q>;
  readonly response: Encodes<A>;
}

function unary<Q, A>(
  server: Server,
  { path, request, response }: UnaryMethod<Q, A>,
  answer: (request: Q) => A,
): void {
  const handle: handleUnaryCall<Q, A> = (call, done) => {
    try {
      done(null, answer(call.request));
    } catch (error) {
      done({ code: status.INVALID_ARGUMENT, details: (error as Error).message });
    }
  };
  server.register(path, handle, encoder(response), (bytes) => request.decode(bytes), "unary");
}
