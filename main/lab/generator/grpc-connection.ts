import http2, { type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import {
  formatAuthority,
  headerLines,
  LOAD_GENERATOR,
  type SecureOptions,
  secureOptions,
  type Target,
} from "../../wire/index.ts";
import { ClientCall, type CallEvents } from "./grpc-call.ts";

const WINDOW_BYTES = 64 << 20;

const OPTIONS = {
  settings: { initialWindowSize: 16 << 20, enablePush: false },
  // MB; how much is in flight is the load's choice.
  maxSessionMemory: 2 ** 20,
};

/** One HTTP/2 connection for any number of gRPC calls. It connects on demand and retries no call. */
export class GrpcConnection implements Disposable {
  readonly #authority: string;
  readonly #scheme: "http" | "https";
  readonly #secure: SecureOptions | null;
  readonly #extra: readonly string[];
  /** By path and deadline; the same for every such call. */
  readonly #headers = new Map<string, string[]>();
  #session: ClientHttp2Session | undefined;

  /** INVALID_ARGUMENT for unusable certificates, key or headers of the target. */
  constructor(target: Target) {
    this.#authority = formatAuthority(target);
    this.#scheme = target.tls === null ? "http" : "https";
    this.#secure = target.tls && secureOptions(target.tls);
    headerLines(target.headers);
    this.#extra = Object.entries(target.headers).flat();
  }

  /** Sends a call with one message. The server gets the deadline; the caller has to notice that it passed. */
  call(
    path: string,
    events: CallEvents,
    request: Buffer,
    deadlineMs: number | null = null,
  ): ClientCall {
    return new ClientCall(
      this.#request(this.#encodeHeaders(path, deadlineMs)),
      events,
      request,
      true,
    );
  }

  /** Begins a call with more messages to follow. */
  stream(path: string, events: CallEvents, first?: Buffer): ClientCall {
    return new ClientCall(this.#request(this.#encodeHeaders(path, null)), events, first, false);
  }

  #request(headers: string[]): ClientHttp2Stream {
    try {
      return this.#connected().request(headers);
    } catch {
      // The connection ended just now.
      this.#session = undefined;
      return this.#connected().request(headers);
    }
  }

  [Symbol.dispose](): void {
    this.#session?.destroy();
    this.#session = undefined;
  }

  #connected(): ClientHttp2Session {
    const present = this.#session;
    if (present && !present.closed && !present.destroyed) return present;
    const session = http2.connect(`${this.#scheme}://${this.#authority}`, {
      ...OPTIONS,
      ...this.#secure,
    });
    this.#session = session;
    session.once("connect", () => {
      // It may be closed again in the same tick.
      if (!session.destroyed) session.setLocalWindowSize(WINDOW_BYTES);
    });
    // Its calls report it.
    session.on("error", () => {});
    return session;
  }

  #encodeHeaders(path: string, deadlineMs: number | null): string[] {
    const key = deadlineMs === null ? path : `${path} ${deadlineMs}`;
    let headers = this.#headers.get(key);
    if (headers === undefined) {
      headers = [":method", "POST", ":scheme", this.#scheme, ":authority", this.#authority];
      headers.push(":path", path);
      headers.push("te", "trailers", "content-type", "application/grpc");
      headers.push("user-agent", LOAD_GENERATOR, ...this.#extra);
      // At most eight digits.
      if (deadlineMs !== null) {
        const micros = Math.ceil(deadlineMs * 1000);
        const text = micros < 1e8 ? `${micros}u` : `${Math.ceil(deadlineMs)}m`;
        headers.push("grpc-timeout", text);
      }
      this.#headers.set(key, headers);
    }
    return headers;
  }
}
