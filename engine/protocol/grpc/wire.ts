import { type AddressInfo, createServer, type Server as NetServer, type Socket } from "node:net";
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
import type { Client } from "../../types.ts";
import { STATUS_CODES, StatusError } from "../status.ts";

export interface CallContext {
  /** Aborts when the client cancels, disconnects or runs past its deadline. */
  readonly signal: AbortSignal;
  readonly client: Client;
}

/** One call with many messages in either direction. */
export interface StreamCall extends CallContext {
  /** Resolves when the peer has room for another message; rejects when it has gone. */
  write(message: Uint8Array): Promise<void>;
}

export interface StreamMethod {
  readonly path: string;
  /**
   * `requests` ends when the client has sent its last message. Resolving ends the call with OK, throwing with the
   * StatusError; the views of a request stay valid.
   */
  stream(requests: AsyncIterable<Uint8Array>, call: StreamCall): Promise<void>;
}

/** One unary call. Bytes in, bytes out, so that any gRPC server can stand underneath. */
export interface UnaryMethod {
  /** E.g. "/inference.GRPCInferenceService/ServerLive". */
  readonly path: string;
  /**
   * `request` is the message without its frame; views of it stay valid until the answer was sent. May throw a
   * StatusError.
   */
  handle(request: Uint8Array, call: CallContext): Uint8Array | Promise<Uint8Array>;
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

/** How long given answers may take to leave on closing; then connections on which nothing happens are cut off. */
const LINGER_MS = 1000;

/** Serves `methods` on one port, 0 for any free one. Rejects with a StatusError when it cannot listen. */
export async function serveGrpc(
  methods: readonly UnaryMethod[],
  address: { host: string; port: number },
): Promise<GrpcServer> {
  // What it would write to stderr is thrown or answered here.
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server(OPTIONS);
  const calls = new CallsUnderWay();
  for (const method of methods) {
    server.register(
      method.path,
      handler(method, calls),
      toBuffer,
      (bytes: Buffer) => bytes,
      "unary",
    );
  }
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  // A listener of our own: grpc-js cannot cut off a client that neither reads nor goes.
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    injector.injectConnection(socket);
  });
  await listen(listener, address);
  const cutOff = () => {
    server.forceShutdown();
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    async close(force) {
      force?.addEventListener("abort", cutOff, { once: true });
      // Ends when the last connection does.
      const closed = new Promise((resolve) => listener.close(resolve));
      server.tryShutdown(() => {});
      if (force?.aborted) cutOff();
      await Promise.race([closed, calls.ended()]);
      const lingering = setTimeout(cutOff, LINGER_MS);
      await closed;
      clearTimeout(lingering);
      force?.removeEventListener("abort", cutOff);
    },
  };
}

function listen(server: NetServer, address: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new StatusError("UNAVAILABLE", error.message, { cause: error }));
    server.once("error", fail);
    server.listen(address, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

class CallsUnderWay {
  #count = 0;
  #onNone = () => {};

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onNone();
  }

  /** Resolves when none is under way. */
  async ended(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#onNone = resolve));
  }
}

function handler(method: UnaryMethod, calls: CallsUnderWay): UntypedHandleCall {
  const handle = async (
    call: ServerUnaryCall<Buffer, Uint8Array>,
    answer: sendUnaryData<Uint8Array>,
  ): Promise<void> => {
    calls.begin();
    const abort = new AbortController();
    let answered = false;
    const client = {
      address: call.getPeer().replace(/:\d+$/, ""),
      userAgent: String(call.metadata.get("user-agent")[0] ?? ""),
    };
    // grpc-js says so too when an answered call ends.
    call.once("cancelled", () => {
      if (!answered) abort.abort();
    });
    try {
      const response = await method.handle(call.request, { signal: abort.signal, client });
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
    } finally {
      calls.end();
    }
  };
  return handle as UntypedHandleCall;
}

/** grpc-js copies with Buffer's own `copy`. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
