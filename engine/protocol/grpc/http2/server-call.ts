import http2, { type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { Client } from "../../../types.ts";
import { restrictionError } from "../../restrictions.ts";
import { STATUS_CODES, StatusError } from "../../../../base/status-error.ts";
import type { CallsUnderWay } from "../calls-under-way.ts";
import { ACCEPT_ENCODING } from "../framing/encodings.ts";
import { MessageReader, type ReceiveLimits } from "../framing/message-reader.ts";
import { encodeStatusMessage } from "../framing/status-message.ts";
import { parseTimeout } from "../framing/timeout.ts";
import type { CallContext, Method } from "../wire.ts";
import type { Connection } from "./connection.ts";
import { encodingRefusal } from "./message-encoding.ts";

const MAX_TIMER_MS = 2 ** 31 - 1;

export const RESPONSE_HEADERS = [":status", "200", "content-type", "application/grpc"] as const;
export const WITH_TRAILERS = { waitForTrailers: true, sendDate: false } as const;
const TRAILERS_ONLY = { endStream: true, sendDate: false } as const;
const OK_TRAILERS = { "grpc-status": "0" } as const;

/** What all calls of a server share. */
export interface ServerEnvironment {
  readonly limits: ReceiveLimits;
  readonly calls: CallsUnderWay;
  /** Calls that wait for the rest of a message. */
  readonly waiting: Set<ServerCall>;
  /** Streaming calls, which a closing server asks to end. */
  readonly streams: Set<{ close(): void }>;
}

/** What all calls of a connection share; made once for it. */
export interface CallEnvironment extends ServerEnvironment {
  readonly connection: Connection;
}

const CALL = Symbol("call");
type CallStream = ServerHttp2Stream & { [CALL]: ServerCall };

/** One gRPC call on one HTTP/2 stream: reads its messages, keeps its deadline, reports its status. */
export abstract class ServerCall implements CallContext {
  protected readonly stream: ServerHttp2Stream;
  protected readonly headers: IncomingHttpHeaders;
  protected readonly environment: CallEnvironment;
  protected abstract readonly method: Method;
  protected readonly limits: ReceiveLimits;
  readonly #reader: MessageReader;
  #abort: AbortController | undefined;
  #aborted = false;
  #deadline: NodeJS.Timeout | undefined;
  #over = false;
  #progressAt = 0;
  #trailers: Readonly<Record<string, string>> = OK_TRAILERS;

  constructor(
    { maxRequestBytes }: Method,
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    environment: CallEnvironment,
  ) {
    this.stream = stream;
    this.environment = environment;
    this.headers = headers;
    const { limits } = environment;
    this.limits =
      maxRequestBytes === undefined || maxRequestBytes >= limits.maxMessageBytes
        ? limits
        : { ...limits, maxMessageBytes: maxRequestBytes };
    this.#reader = new MessageReader(this.limits, (message, compressed, held) =>
      this.message(message, compressed, held),
    );
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#aborted) this.#abort.abort();
    return this.#abort.signal;
  }

  get client(): Client {
    return this.environment.connection.client(this.headers["user-agent"]);
  }

  /** The call has its status, or its client has gone. */
  protected get over(): boolean {
    return this.#over;
  }

  start(): void {
    this.environment.calls.begin();
    const { stream } = this;
    (stream as CallStream)[CALL] = this;
    stream.on("close", onClose);
    stream.on("error", ignore);
    const refusal = this.#restricted() ?? encodingRefusal(this.headers);
    if (refusal !== undefined) {
      this.fail(refusal);
      return;
    }
    stream.on("wantTrailers", onWantTrailers);
    stream.on("data", onData);
    stream.on("end", onEnd);
    const timeout = this.headers["grpc-timeout"];
    if (timeout !== undefined) this.#setDeadline(String(timeout));
    if (!this.#over) this.opened();
  }

  /** Gives up a message that began, or a unary call whose message has not, and did not continue. */
  checkProgress(now: number, stallMs: number): void {
    if (this.stream.isPaused()) return;
    if (this.#progressAt === 0) this.#progressAt = now;
    else if (now - this.#progressAt >= stallMs) {
      this.fail(
        new StatusError("CANCELLED", `no more of the request arrived within ${stallMs} ms`),
      );
    }
  }

  protected abstract opened(): void;
  protected abstract message(bytes: Buffer, compressed: boolean, held: number): void;
  protected abstract ended(): void;
  /** Status or not, nothing more will be read or written. */
  protected abstract closed(): void;

  /** True for the one who may write the rest: the call is over then. */
  protected finish(): boolean {
    if (this.#over) return false;
    this.#over = true;
    if (this.#deadline !== undefined) clearTimeout(this.#deadline);
    this.environment.waiting.delete(this);
    this.#reader.drop();
    this.environment.calls.end();
    this.closed();
    return true;
  }

  /** Ends the call with a status other than OK. */
  protected fail(thrown: unknown): void {
    if (!this.finish()) return;
    const error = StatusError.from(thrown);
    this.#abortNow();
    const { stream } = this;
    if (stream.destroyed || stream.closed) return;
    const status = String(STATUS_CODES.indexOf(error.code));
    const message = encodeStatusMessage(error.message);
    if (stream.headersSent) {
      this.#trailers = { "grpc-status": status, "grpc-message": message };
      stream.end();
      return;
    }
    const headers = [...RESPONSE_HEADERS, "grpc-status", status, "grpc-message", message];
    if (error.code === "UNIMPLEMENTED") headers.push("grpc-accept-encoding", ACCEPT_ENCODING);
    stream.respond(headers, TRAILERS_ONLY);
    // Asks a client that is still sending to stop.
    if (!stream.readableEnded) stream.close(http2.constants.NGHTTP2_NO_ERROR);
  }

  #restricted(): StatusError | undefined {
    const { restriction } = this.method;
    if (restriction === undefined) return undefined;
    const offered = this.headers[restriction.header.toLowerCase()];
    return restrictionError("grpc", restriction, offered?.toString());
  }

  #setDeadline(text: string): void {
    const ms = parseTimeout(text);
    if (ms === undefined) {
      this.fail(new StatusError("INTERNAL", `grpc-timeout '${text}' is no number and unit`));
      return;
    }
    const passed = () => this.fail(new StatusError("DEADLINE_EXCEEDED", "Deadline Exceeded"));
    this.#deadline = setTimeout(passed, Math.min(ms, MAX_TIMER_MS));
  }

  #abortNow(): void {
    this.#aborted = true;
    this.#abort?.abort();
  }

  data(chunk: Buffer): void {
    if (this.#over) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (this.#over) return;
    if (this.#reader.partial) {
      this.#progressAt = 0;
      this.environment.waiting.add(this);
    } else this.environment.waiting.delete(this);
  }

  end(): void {
    if (this.#over) return;
    if (this.#reader.partial) {
      this.fail(new StatusError("INTERNAL", "the request ended within a message"));
    } else this.ended();
  }

  gone(): void {
    if (this.finish()) this.#abortNow();
  }

  trailers(): void {
    if (!this.stream.destroyed && !this.stream.closed) this.stream.sendTrailers(this.#trailers);
  }
}

function ignore(): void {}

function onData(this: ServerHttp2Stream, chunk: Buffer): void {
  (this as CallStream)[CALL].data(chunk);
}

function onEnd(this: ServerHttp2Stream): void {
  (this as CallStream)[CALL].end();
}

function onClose(this: ServerHttp2Stream): void {
  (this as CallStream)[CALL].gone();
}

function onWantTrailers(this: ServerHttp2Stream): void {
  (this as CallStream)[CALL].trailers();
}
