import type { CancelSignal } from "../../../../base/cancellation.ts";
import type { Client } from "../../../types.ts";
import { restrictionError } from "../../restrictions.ts";
import { STATUS_CODES, StatusError } from "../../../../base/status-error.ts";
import type { CallsUnderWay } from "../calls-under-way.ts";
import { ACCEPT_ENCODING } from "../framing/encodings.ts";
import { MessageReader, type ReceiveLimits } from "../framing/message-reader.ts";
import { encodeStatusMessage } from "../framing/status-message.ts";
import { parseTimeout } from "../framing/timeout.ts";
import type { CallContext, Method } from "../wire.ts";
import { type CallEvents, type CallStream, OK_FIELDS, RESPONSE_FIELDS } from "./call-stream.ts";
import type { Headers } from "../../http2/header-list.ts";
import type { OutgoingField } from "../../http2/hpack/encoder.ts";
import { encodingRefusal } from "./message-encoding.ts";

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Shared by all calls of a server. */
export interface ServerEnvironment {
  readonly limits: ReceiveLimits;
  readonly calls: CallsUnderWay;
  /** Calls that wait for the rest of a message. */
  readonly waiting: Set<ServerCall>;
  /** Streaming calls, which a closing server asks to finish. */
  readonly streams: Set<{ close(): void }>;
}

/** Shared by all calls of a connection; created once for it. */
export interface CallEnvironment extends ServerEnvironment {
  readonly connection: { client(userAgent: string | undefined): Client };
}

export interface Request {
  readonly stream: CallStream;
  readonly headers: Headers;
}

/**
 * One gRPC call on one HTTP/2 stream: reads its messages, enforces its deadline, reports its
 * status.
 */
export abstract class ServerCall implements CallContext, CallEvents {
  protected readonly stream: CallStream;
  protected readonly headers: Headers;
  protected readonly environment: CallEnvironment;
  protected abstract readonly method: Method;
  protected readonly limits: ReceiveLimits;
  readonly #reader: MessageReader;
  #deadline: NodeJS.Timeout | undefined;
  #over = false;
  #progressAt = 0;

  constructor(method: Method, { stream, headers }: Request, environment: CallEnvironment) {
    const { maxRequestBytes } = method;
    const takesParts = "handleParts" in method;
    this.stream = stream;
    this.environment = environment;
    this.headers = headers;
    const { limits } = environment;
    this.limits =
      maxRequestBytes === undefined || maxRequestBytes >= limits.maxMessageBytes
        ? limits
        : { ...limits, maxMessageBytes: maxRequestBytes };
    this.#reader = new MessageReader(
      this.limits,
      (message, compressed, held) => this.message(message, compressed, held),
      takesParts ? (parts, held) => this.parts(parts, held) : undefined,
    );
  }

  abstract get signal(): CancelSignal;

  get client(): Client {
    return this.environment.connection.client(this.headers["user-agent"]);
  }

  /** The call has its status, or its client disconnected. */
  protected get over(): boolean {
    return this.#over;
  }

  start(): void {
    this.environment.calls.begin();
    this.stream.listen(this);
    const refusal = this.#restricted() ?? encodingRefusal(this.headers);
    if (refusal !== undefined) {
      this.fail(refusal);
      return;
    }
    const timeout = this.headers["grpc-timeout"];
    if (timeout !== undefined) this.#setDeadline(timeout);
    if (!this.#over) this.opened();
  }

  /** Aborts a call whose message, or whose first message if it is unary, stopped arriving. */
  checkProgress(now: number, stallMs: number): void {
    if (this.stream.isPaused) return;
    if (this.#progressAt === 0) this.#progressAt = now;
    else if (now - this.#progressAt >= stallMs) {
      this.fail(
        new StatusError("CANCELLED", `no more of the request arrived within ${stallMs} ms`),
      );
    }
  }

  protected abstract opened(): void;
  protected abstract message(bytes: Buffer, compressed: boolean, held: number): void;
  /** A message in the parts that brought it, for a method that takes them. */
  protected abstract parts(parts: readonly Buffer[], held: number): void;
  protected abstract ended(): void;
  /** Nothing more is read or written, whether there is a status or not. */
  protected abstract closed(): void;
  /** Aborts its signal. */
  protected abstract abort(): void;

  /** Returns true to the one caller who may write the status: the call is over then. */
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
    this.abort();
    const { stream } = this;
    if (!stream.isOpen) return;
    const status: OutgoingField[] = [
      { name: "grpc-status", value: String(STATUS_CODES.indexOf(error.code)) },
      { name: "grpc-message", value: encodeStatusMessage(error.message) },
    ];
    if (stream.headersSent) {
      stream.end(status);
      return;
    }
    if (error.code === "UNIMPLEMENTED") {
      status.push({ name: "grpc-accept-encoding", value: ACCEPT_ENCODING });
    }
    stream.reject([...RESPONSE_FIELDS, ...status]);
  }

  /** Ends the call with OK. */
  protected succeed(): void {
    if (this.finish() && this.stream.isOpen) this.stream.end(OK_FIELDS);
  }

  #restricted(): StatusError | undefined {
    const { restriction } = this.method;
    if (restriction === undefined) return undefined;
    const offered = this.headers[restriction.header.toLowerCase()];
    return restrictionError("grpc", restriction, offered);
  }

  #setDeadline(text: string): void {
    const ms = parseTimeout(text);
    if (ms === undefined) {
      this.fail(new StatusError("INTERNAL", `grpc-timeout '${text}' is not a number and a unit`));
      return;
    }
    const passed = () => this.fail(new StatusError("DEADLINE_EXCEEDED", "Deadline Exceeded"));
    this.#deadline = setTimeout(passed, Math.min(ms, MAX_TIMER_MS));
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
      this.fail(new StatusError("INTERNAL", "the request ended in the middle of a message"));
    } else this.ended();
  }

  gone(): void {
    if (this.finish()) this.abort();
  }
}
