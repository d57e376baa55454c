import {
  logVerbosity,
  Metadata,
  Server,
  ServerCredentials,
  setLogVerbosity,
  type sendUnaryData,
  type ServerUnaryCall,
  type UntypedHandleCall,
} from "@grpc/grpc-js";
import { STATUS_CODES, StatusError } from "../status.ts";

/** One unary call. Bytes in, bytes out, so that any gRPC server can stand underneath. */
export interface UnaryMethod {
  /** E.g. "/inference.GRPCInferenceService/ServerLive". */
  readonly path: string;
  /**
   * `request` is the message without its frame; views of it stay valid until the answer was sent. `signal`
   * aborts when the client cancels, disconnects or runs past its deadline. May throw a StatusError.
   */
  handle(request: Uint8Array, signal: AbortSignal): Uint8Array | Promise<Uint8Array>;
}

export interface GrpcServer {
  readonly port: number;
  /** Accepts no new call and resolves when those under way are answered; on abort they are cut off. */
  close(force?: AbortSignal): Promise<void>;
}

/** Triton's limit, the largest a gRPC message can be. */
const MAX_MESSAGE_BYTES = 2 ** 31 - 1;

const OPTIONS = {
  "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
  "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
};

/** Serves `methods` on one port, 0 for any free one. Rejects with a StatusError when it cannot listen. */
export async function serveGrpc(
  methods: readonly UnaryMethod[],
  address: { host: string; port: number },
): Promise<GrpcServer> {
  // What it would write to stderr is thrown or answered here.
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server(OPTIONS);
  for (const method of methods) {
    server.register(method.path, handler(method), toBuffer, (bytes: Buffer) => bytes, "unary");
  }
  const port = await listen(server, address);
  return {
    port,
    close: (force) =>
      new Promise((resolve) => {
        const cutOff = () => server.forceShutdown();
        force?.addEventListener("abort", cutOff, { once: true });
        server.tryShutdown(() => {
          force?.removeEventListener("abort", cutOff);
          resolve();
        });
        if (force?.aborted) cutOff();
      }),
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    server.bindAsync(target, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(new StatusError("UNAVAILABLE", error.message, { cause: error }));
    });
  });
}

function handler(method: UnaryMethod): UntypedHandleCall {
  const handle = async (
    call: ServerUnaryCall<Buffer, Uint8Array>,
    answer: sendUnaryData<Uint8Array>,
  ): Promise<void> => {
    const abort = new AbortController();
    let answered = false;
    // grpc-js says so too when an answered call ends.
    call.once("cancelled", () => {
      if (!answered) abort.abort();
    });
    try {
      const response = await method.handle(call.request, abort.signal);
      answered = true;
      answer(null, response);
    } catch (thrown) {
      answered = true;
      const error = StatusError.from(thrown);
      answer({
        code: STATUS_CODES.indexOf(error.code),
        details: error.message.toWellFormed(),
        metadata: new Metadata(),
      });
    }
  };
  return handle as UntypedHandleCall;
}

/** grpc-js copies with Buffer's own `copy`. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
