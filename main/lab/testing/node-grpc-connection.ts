import http2, { type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import {
  formatAuthority,
  type SecureOptions,
  secureOptions,
  type Target,
} from "../../wire/index.ts";
import { CallHeaders } from "../generator/call-headers.ts";
import type { CallEvents, GrpcClient } from "../generator/grpc-client.ts";
import { NodeCall } from "./node-grpc-call.ts";

const WINDOW_BYTES = 64 << 20;

const OPTIONS = {
  settings: { initialWindowSize: 16 << 20, enablePush: false },
  // MB; the load decides how much is in flight.
  maxSessionMemory: 2 ** 20,
};

/** gRPC calls on node:http2, the reference for our own HTTP/2 in tests and benchmarks. */
export class NodeGrpcConnection implements GrpcClient {
  readonly #authority: string;
  readonly #scheme: "http" | "https";
  readonly #secure: SecureOptions | null;
  readonly #headers: CallHeaders;
  #session: ClientHttp2Session | undefined;

  /** INVALID_ARGUMENT for unusable certificates, key or headers of the target. */
  constructor(target: Target) {
    this.#authority = formatAuthority(target);
    this.#scheme = target.tls === null ? "http" : "https";
    this.#secure = target.tls && secureOptions(target.tls);
    this.#headers = new CallHeaders(target);
  }

  call(
    path: string,
    events: CallEvents,
    request: Buffer,
    deadlineMs: number | null = null,
  ): NodeCall {
    return new NodeCall(
      this.#request(this.#encodeHeaders(path, deadlineMs)),
      events,
      request,
      true,
    );
  }

  stream(path: string, events: CallEvents, first?: Buffer): NodeCall {
    return new NodeCall(this.#request(this.#encodeHeaders(path, null)), events, first, false);
  }

  #request(headers: string[]): ClientHttp2Stream {
    try {
      return this.#connected().request(headers);
    } catch {
      // The connection has just ended.
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
    const { fields } = this.#headers.find(path, deadlineMs);
    return fields.flatMap(({ name, value }) => [name, value]);
  }
}
