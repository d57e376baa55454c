import { setMaxListeners } from "node:events";
import { createServer } from "node:net";
import {
  logVerbosity,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type sendUnaryData,
  setLogVerbosity,
  type UntypedHandleCall,
} from "@grpc/grpc-js";
import { restrictionError } from "../restrictions.ts";
import { STATUS_CODES, StatusError } from "../../../base/status-error.ts";
import { CallsUnderWay } from "../grpc/calls-under-way.ts";
import { joined } from "../grpc/framing/frame.ts";
import { listenGrpc } from "../grpc/listener.ts";
import type {
  CallContext,
  Method,
  ServeGrpc,
  StreamCall,
  StreamMethod,
  UnaryMethod,
} from "../grpc/wire.ts";

type Duplex = ServerDuplexStream<Buffer, Uint8Array>;
type Unary = ServerUnaryCall<Buffer, Uint8Array>;

const asIs = (bytes: Buffer) => bytes;

/** The wire on grpc-js: the reference for ours in tests and benchmarks. */
export const serveGrpcJs: ServeGrpc = (methods, address, limits = {}) => {
  // grpc-js would write these to stderr; here they are thrown or sent as a response.
  setLogVerbosity(logVerbosity.NONE);
  const { maxMessageBytes = 2 ** 31 - 1 } = limits;
  const server = new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": 2 ** 31 - 1,
  });
  const calls = new CallsUnderWay();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  for (const method of methods) {
    if ("handle" in method) {
      const handle = (call: Unary, respond: sendUnaryData<Uint8Array>) =>
        void respondUnary(method, calls, call, respond);
      server.register(method.path, handle as UntypedHandleCall, toBuffer, asIs, "unary");
    } else {
      const handle = (call: Duplex) => void respondStream(method, calls, closing.signal, call);
      server.register(method.path, handle as UntypedHandleCall, toBuffer, asIs, "bidi");
    }
  }
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  // A listener of our own: grpc-js can't disconnect a client that neither reads nor leaves.
  const listener = createServer({ noDelay: true }, (socket) => injector.injectConnection(socket));
  return listenGrpc({
    server: listener,
    address,
    calls,
    goAway: () => {
      closing.abort();
      server.tryShutdown(() => {});
    },
    shutdown: () => server.forceShutdown(),
  });
};

async function respondUnary(
  method: UnaryMethod,
  calls: CallsUnderWay,
  call: Unary,
  respond: sendUnaryData<Uint8Array>,
): Promise<void> {
  calls.begin();
  const { context, responded } = createContext(call);
  try {
    checkRestriction(method, call);
    const response = await method.handle(call.request, context);
    responded();
    respond(null, joined(response));
  } catch (thrown) {
    responded();
    respond(failure(thrown));
  } finally {
    calls.end();
  }
}

async function respondStream(
  method: StreamMethod,
  calls: CallsUnderWay,
  closing: AbortSignal,
  call: Duplex,
): Promise<void> {
  calls.begin();
  const { context, responded } = createContext(call);
  const write = (message: Uint8Array): Promise<void> => {
    if (context.signal.aborted) {
      return Promise.reject(new StatusError("CANCELLED", "the client has gone"));
    }
    return new Promise((resolve) => call.write(message, () => resolve()));
  };
  try {
    checkRestriction(method, call);
    const requests = new RequestsUntil(call, closing);
    await method.stream(requests, { ...context, write, closing });
    responded();
    if (closing.aborted && !call.readableEnded) {
      call.emit("error", failure(new StatusError("UNAVAILABLE", "Server is stopping")));
    } else call.end();
  } catch (thrown) {
    responded();
    call.emit("error", failure(thrown));
  } finally {
    calls.end();
  }
}

/** The requests of a call until the server closes. */
class RequestsUntil implements AsyncIterable<Uint8Array> {
  readonly #call: Duplex;
  readonly #closed: Promise<undefined>;

  constructor(call: Duplex, closing: AbortSignal) {
    this.#call = call;
    this.#closed = new Promise((resolve) => {
      const close = () => resolve(undefined);
      if (closing.aborted) close();
      closing.addEventListener("abort", close, { once: true });
      call.once("close", () => closing.removeEventListener("abort", close));
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const requests = this.#call[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([requests.next(), this.#closed]);
      if (next === undefined || next.done) return;
      yield next.value as Uint8Array;
    }
  }
}

interface ResponseContext {
  readonly context: CallContext & Pick<StreamCall, "signal">;
  readonly responded: () => void;
}

function createContext(call: Unary | Duplex): ResponseContext {
  const abort = new AbortController();
  let hasResponded = false;
  // grpc-js also reports this after the response.
  call.once("cancelled", () => {
    if (!hasResponded) abort.abort();
  });
  const client = {
    address: call.getPeer().replace(/:\d+$/, ""),
    userAgent: String(call.metadata.get("user-agent")[0] ?? ""),
  };
  return { context: { signal: abort.signal, client }, responded: () => (hasResponded = true) };
}

function checkRestriction({ restriction }: Method, { metadata }: Unary | Duplex): void {
  if (restriction === undefined) return;
  const offered = metadata.get(restriction.header)[0]?.toString();
  const error = restrictionError("grpc", restriction, offered);
  if (error) throw error;
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
