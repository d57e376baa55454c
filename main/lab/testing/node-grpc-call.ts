import http2, { type ClientHttp2Stream, type IncomingHttpHeaders } from "node:http2";
import { ByteBudget } from "../../../engine/protocol/byte-budget.ts";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import { MessageReader } from "../../../engine/protocol/grpc/framing/message-reader.ts";
import { decodeStatusMessage } from "../../../engine/protocol/grpc/framing/status-message.ts";
import { STATUS_CODES, type StatusCode } from "../../../base/status-error.ts";
import type { Call, CallEvents, CallStatus } from "../generator/grpc-client.ts";

/** Statuses for responses that are not gRPC (gRPC's own mapping). */
const HTTP_STATUSES: Readonly<Record<number, StatusCode>> = {
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

/** One gRPC call on node:http2. */
export class NodeCall implements Call {
  readonly #stream: ClientHttp2Stream;
  readonly #events: CallEvents;
  #status: CallStatus | undefined;
  #cause = "";
  #cancelled = false;

  constructor(
    stream: ClientHttp2Stream,
    events: CallEvents,
    request: Buffer | undefined,
    end: boolean,
  ) {
    this.#stream = stream;
    this.#events = events;
    stream.on("response", (headers) => this.#takeStatus(headers));
    stream.on("trailers", (headers) => this.#takeStatus(headers));
    stream.on("error", (error: Error) => (this.#cause ||= error.message));
    stream.on("close", () => this.#closed());
    if (events.message === undefined) stream.resume();
    else this.#read();
    if (end) stream.end(request);
    else if (request) stream.write(request);
  }

  write(message: Uint8Array): boolean {
    return this.#stream.write(frame(message));
  }

  writeFramed(message: Uint8Array): boolean {
    return this.#stream.write(message);
  }

  end(): void {
    this.#stream.end();
  }

  cancel(): void {
    this.#cancelled = true;
    this.#stream.close(http2.constants.NGHTTP2_CANCEL);
  }

  #read(): void {
    const reader = new MessageReader(LIMITS, (bytes, _, held) => {
      LIMITS.budget.give(held);
      this.#events.message?.(bytes);
    });
    this.#stream.on("data", (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.#stream.destroy(error as Error);
      }
    });
    this.#stream.on("close", () => reader.drop());
  }

  #takeStatus(headers: IncomingHttpHeaders): void {
    const status = headers["grpc-status"];
    if (status !== undefined) {
      const message = decodeStatusMessage(String(headers["grpc-message"] ?? ""));
      this.#status = { code: STATUS_CODES[Number(status)] ?? "UNKNOWN", message, lost: false };
      // The server has ended the call and does not want the rest.
      if (!this.#stream.writableEnded) this.#stream.end();
      return;
    }
    const http = Number(headers[":status"] ?? 200);
    if (http === 200) return;
    this.#status = {
      code: HTTP_STATUSES[http] ?? "UNKNOWN",
      message: `HTTP ${http} instead of a gRPC response`,
      lost: false,
    };
  }

  #closed(): void {
    if (!this.#cancelled) this.#events.ended(this.#status ?? this.#withoutStatus());
  }

  #withoutStatus(): CallStatus {
    const { rstCode } = this.#stream;
    const { NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_NO_ERROR } = http2.constants;
    if (rstCode === NGHTTP2_ENHANCE_YOUR_CALM) {
      const message = this.#cause || "the server limits how much is sent";
      return { code: "RESOURCE_EXHAUSTED", message, lost: false };
    }
    const message =
      this.#cause ||
      (rstCode === NGHTTP2_NO_ERROR
        ? "the connection ended before the response"
        : `the server reset the call with code ${rstCode ?? "unknown"}`);
    return { code: "UNAVAILABLE", message, lost: true };
  }
}
