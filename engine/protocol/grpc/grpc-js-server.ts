import { createServer } from "node:net";
import {
  type handleBidiStreamingCall,
  type handleUnaryCall,
  logVerbosity,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  setLogVerbosity,
} from "@grpc/grpc-js";
import { STATUS_CODES, StatusError } from "../status.ts";
import { CallsUnderWay } from "./calls-under-way.ts";
import { listenGrpc } from "./listener.ts";
import type { CallContext, ServeGrpc, StreamMethod, UnaryMethod } from "./wire.ts";

type Duplex = ServerDuplexStream<Buffer, Uint8Array>;
type Unary = ServerUnaryCall<Buffer, Uint8Array>;

const asIs = (bytes: Buffer) => bytes;

/** The wire on grpc-js: the reference that ours is compared with, in tests and benchmarks. */
export const serveGrpcJs: ServeGrpc = (methods, address, limits = {}) => {
  // What it would write to stderr is thrown or answered here.
  setLogVerbosity(logVerbosity.NONE);
  const { maxMessageBytes = 2 ** 31 - 1 } = limits;
  const server = new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": 2 ** 31 - 1,
  });
  const calls = new CallsUnderWay();
  for (const method of methods) {
    if ("handle" in method) {
      server.register(method.path, unaryHandler(method, calls), toBuffer, asIs, "unary");
    } else server.register(method.path, streamHandler(method, calls), toBuffer, asIs, "bidi");
  }
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  // A listener of our own: grpc-js cannot cut off a client that neither reads nor goes.
  const listener = createServer({ noDelay: true }, (socket) => injector.injectConnection(socket));
  return listenGrpc({
    server: listener,
    address,
    calls,
    goAway: () => server.tryShutdown(() => {}),
    shutdown: () => server.forceShutdown(),
  });
};

function unaryHandler(
  method: UnaryMethod,
  calls: CallsUnderWay,
): handleUnaryCall<Buffer, Uint8Array> {
  return async (call, answer) => {
    calls.begin();
    const { context, answered } = contextOf(call);
    try {
      const response = await method.handle(call.request, context);
      answered();
      answer(null, response);
    } catch (thrown) {
      answered();
      answer(failure(thrown));
    } finally {
      calls.end();
    }
  };
}

function streamHandler(
  method: StreamMethod,
  calls: CallsUnderWay,
): handleBidiStreamingCall<Buffer, Uint8Array> {
  return async (call) => {
    calls.begin();
    const { context, answered } = contextOf(call);
    const write = (message: Uint8Array): Promise<void> => {
      if (context.signal.aborted) {
        return Promise.reject(new StatusError("CANCELLED", "the client has gone"));
      }
      return new Promise((resolve) => call.write(message, () => resolve()));
    };
    try {
      await method.stream(call, Object.assign(context, { write }));
      answered();
      call.end();
    } catch (thrown) {
      answered();
      call.emit("error", failure(thrown));
    } finally {
      calls.end();
    }
  };
}

function contextOf(call: Unary | Duplex): { context: CallContext; answered: () => void } {
  const abort = new AbortController();
  let isAnswered = false;
  // grpc-js says so too when an answered call ends.
  call.once("cancelled", () => {
    if (!isAnswered) abort.abort();
  });
  const client = {
    address: call.getPeer().replace(/:\d+$/, ""),
    userAgent: String(call.metadata.get("user-agent")[0] ?? ""),
  };
  return { context: { signal: abort.signal, client }, answered: () => (isAnswered = true) };
}

function failure(thrown: unknown): { code: number; details: string; metadata: Metadata } {
  const error = StatusError.from(thrown);
  return {
    code: STATUS_CODES.indexOf(error.code),
    details: error.message.toWellFormed(),
    metadata: new Metadata(),
  };
}

/** grpc-js copies with Buffer's own `copy`. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
