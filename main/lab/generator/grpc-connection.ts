import type { Target } from "../../wire/index.ts";
import { CallHeaders } from "./call-headers.ts";
import { GrpcCall } from "./grpc-call.ts";
import type { CallEvents, GrpcClient } from "./grpc-client.ts";
import { Http2Session } from "./http2-session.ts";
import { type OpenSocket, socketsTo } from "./sockets.ts";

/** One HTTP/2 connection for any number of gRPC calls; another one when it ended. */
export class GrpcConnection implements GrpcClient {
  readonly #headers: CallHeaders;
  readonly #open: OpenSocket;
  /** The connection that takes calls, and those that wait for their last responses. */
  readonly #sessions = new Set<Http2Session>();
  #session: Http2Session | undefined;

  /** INVALID_ARGUMENT for unusable certificates, key or headers of the target. */
  constructor(target: Target) {
    this.#headers = new CallHeaders(target);
    this.#open = socketsTo(target, "h2");
  }

  call(
    path: string,
    events: CallEvents,
    request: Buffer,
    deadlineMs: number | null = null,
  ): GrpcCall {
    const call = new GrpcCall(this.#connected(), this.#headers.find(path, deadlineMs), events);
    call.begin(request, true);
    return call;
  }

  stream(path: string, events: CallEvents, first?: Buffer): GrpcCall {
    const call = new GrpcCall(this.#connected(), this.#headers.find(path, null), events);
    call.begin(first, false);
    return call;
  }

  [Symbol.dispose](): void {
    this.#session = undefined;
    for (const session of this.#sessions) session.destroy();
  }

  #connected(): Http2Session {
    if (this.#session?.isUsable) return this.#session;
    const session: Http2Session = new Http2Session(this.#open, () =>
      this.#sessions.delete(session),
    );
    this.#sessions.add(session);
    this.#session = session;
    return session;
  }
}
