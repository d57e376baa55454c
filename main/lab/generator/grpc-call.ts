import { STATUS_CODES, StatusError, type StatusCode } from "../../../base/status-error.ts";
import { ByteBudget } from "../../../engine/protocol/byte-budget.ts";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import { MessageReader } from "../../../engine/protocol/grpc/framing/message-reader.ts";
import { decodeStatusMessage } from "../../../engine/protocol/grpc/framing/status-message.ts";
import { ERROR } from "../../../engine/protocol/http2/frames.ts";
import type { Headers } from "../../../engine/protocol/http2/header-list.ts";
import type { OutgoingHeaders } from "../../../engine/protocol/http2/outgoing-stream.ts";
import type { Call, CallEvents, CallStatus } from "./grpc-client.ts";
import { ClientStream, type StreamLoss } from "./http2-client-stream.ts";
import type { Http2Session } from "./http2-session.ts";

/** Statuses for responses that are not gRPC (gRPC's own mapping). */
const HTTP_STATUSES: Readonly<Record<string, StatusCode>> = {
  400: "INTERNAL",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "UNIMPLEMENTED",
  429: "UNAVAILABLE",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "UNAVAILABLE",
};

const LIMITS = { maxMessageBytes: 2 ** 32, budget: new ByteBudget(2 ** 40) };

/** Unsent bytes from which the server counts as slower than the writer. */
const MAX_UNSENT_BYTES = 64 * 1024;

const OK: CallStatus = { code: "OK", message: "", lost: false };

/** One gRPC call, unary or streaming, on our own HTTP/2. */
export class GrpcCall extends ClientStream implements Call {
  readonly #session: Http2Session;
  readonly #events: CallEvents;
  readonly #reader: MessageReader | undefined;
  #status: CallStatus | undefined;
  #cancelled = false;

  constructor(session: Http2Session, headers: OutgoingHeaders, events: CallEvents) {
    super(headers);
    this.#session = session;
    this.#events = events;
    if (events.message === undefined) return;
    this.#reader = new MessageReader(LIMITS, (bytes, _, held) => {
      LIMITS.budget.give(held);
      if (this.isOpen) this.#events.message?.(bytes);
    });
  }

  write(message: Uint8Array): boolean {
    return this.writeFramed(frame(message));
  }

  writeFramed(message: Uint8Array): boolean {
    if (!this.isOpen) return false;
    this.queue(message);
    this.#session.ready(this);
    return this.queuedBytes <= MAX_UNSENT_BYTES;
  }

  end(): void {
    if (!this.isOpen || this.isSent) return;
    this.endsWithData = true;
    this.#session.ready(this);
  }

  /** Starts the call, with its only message or with more to follow. */
  begin(first: Buffer | undefined, isOnly: boolean): void {
    if (first !== undefined) this.queue(first);
    this.endsWithData = isOnly;
    this.#session.open(this);
  }

  cancel(): void {
    this.#cancelled = true;
    this.#session.reset(this, ERROR.cancel);
    this.#reader?.drop();
  }

  override onHeaders(headers: Headers): void {
    const status = headers["grpc-status"];
    if (status !== undefined) this.#status = toStatus(status, headers["grpc-message"]);
    else {
      const http = headers[":status"] ?? "200";
      if (http === "200") return;
      const code = HTTP_STATUSES[http] ?? "UNKNOWN";
      this.#status = { code, message: `HTTP ${http} instead of a gRPC response`, lost: false };
    }
  }

  override onData(part: Buffer): void {
    try {
      this.#reader?.push(part);
    } catch (error) {
      const { code, message } = StatusError.from(error);
      this.#session.reset(this, ERROR.cancel);
      this.#status = { code, message, lost: false };
      this.onEnd();
    }
  }

  override onEnd(): void {
    this.#reader?.drop();
    if (this.#cancelled) return;
    const message = "the server ended the call without a status";
    this.#events.ended(this.#status ?? { code: "UNAVAILABLE", message, lost: true });
  }

  override onLost({ message, resetCode }: StreamLoss): void {
    this.#reader?.drop();
    if (this.#cancelled) return;
    // After its status, a server may reset the stream to skip the rest of the request.
    if (this.#status !== undefined) this.#events.ended(this.#status);
    else if (resetCode === ERROR.enhanceYourCalm) {
      this.#events.ended({ code: "RESOURCE_EXHAUSTED", message, lost: false });
    } else this.#events.ended({ code: "UNAVAILABLE", message, lost: true });
  }
}

function toStatus(status: string, message = ""): CallStatus {
  if (status === "0") return OK;
  const code = STATUS_CODES[Number(status)] ?? "UNKNOWN";
  return { code, message: decodeStatusMessage(message), lost: false };
}
