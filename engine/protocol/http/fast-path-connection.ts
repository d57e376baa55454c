import { type CancelSignal, Cancellation } from "../../../base/cancellation.ts";
import type { Socket } from "node:net";
import type { Client } from "../../types.ts";
import { type HttpResponse, errorResponse } from "./http-response.ts";
import type { BrowserGuard } from "./browser-guard.ts";
import type { Body } from "./body.ts";
import type { Match, Router } from "./call.ts";
import { receivedMemory } from "../received-memory.ts";
import { writeResponse } from "./fast-path-response.ts";
import { FastPathCall } from "./fast-path-call.ts";
import { type FastPathHead, readFastPathHead } from "./fast-path-head.ts";

export interface FastPathHost {
  readonly router: Router;
  readonly guard: BrowserGuard;
  readonly maxBodyBytes: number;
  closing(): boolean;
  /** Takes over the connection; `unread` starts with a request's first byte. */
  handOver(socket: Socket, unread: Buffer): void;
}

/** Timeouts in ms for a head or a pause within a body, and for a whole request. */
export interface Patience {
  readonly pauseMs: number;
  readonly requestMs: number;
}

/** Requests with a longer body go to Node's parser, which streams it. */
const MAX_PLAIN_BODY = 1024 * 1024;
interface Request {
  readonly head: FastPathHead;
  readonly match: Match | HttpResponse;
  readonly client: Client;
}

/** A request whose body hasn't fully arrived. */
interface Partial {
  readonly request: Request;
  readonly chunks: Buffer[];
  missing: number;
  readonly begunAt: number;
  lastAt: number;
}

/**
 * Parses and answers plain requests directly on the socket (PROTO-100), at about a third of the
 * cost of Node's HTTP layer. The first request that isn't plain is handed over to Node, with
 * everything after it.
 */
export class FastPathConnection {
  readonly #socket: Socket;
  readonly #host: FastPathHost;
  /** Of the previous request: clients repeat the same head. */
  #known: { bytes: Buffer; request: Request } | undefined;
  #partial: Partial | undefined;
  #busy = false;
  /** Bytes received while a request is active. */
  #ahead: Buffer[] = [];
  #cancellation: Cancellation | undefined;

  constructor(socket: Socket, host: FastPathHost) {
    this.#socket = socket;
    this.#host = host;
    socket.on("data", this.#onData);
    socket.on("end", this.#onEnd);
    socket.on("close", this.#onClose);
    socket.on("error", ignore);
  }

  /** Closes the connection after the response to a fully received request, else at once. */
  close(): void {
    if (!this.#busy) this.#socket.destroySoon();
  }

  /** Closes the connection if a body stalls, or the whole request takes too long, in ms. */
  closeStalled(now: number, { pauseMs, requestMs }: Patience): void {
    if (this.#partial === undefined) return;
    const { begunAt, lastAt } = this.#partial;
    if (now - lastAt > pauseMs || now - begunAt > requestMs) this.#socket.destroy();
  }

  get maxBodyBytes(): number {
    return this.#host.maxBodyBytes;
  }

  /** Aborts when the client disconnects. */
  get signal(): CancelSignal {
    this.#cancellation ??= new Cancellation();
    return this.#cancellation;
  }

  readonly #onData = (bytes: Buffer): void => {
    receivedMemory.add(bytes.length);
    if (this.#busy) {
      this.#ahead.push(bytes);
      this.#socket.pause();
    } else if (this.#partial) this.#continue(this.#partial, bytes);
    else this.#begin(bytes);
  };

  /**
   * Half-open connections aren't supported: a client that closes one direction counts as
   * disconnected, as in Node.
   */
  readonly #onEnd = (): void => {
    this.#cancellation?.abort();
    if (this.#busy || this.#partial) this.#socket.destroy();
    else this.#socket.destroySoon();
  };

  readonly #onClose = (): void => this.#cancellation?.abort();

  #begin(bytes: Buffer): void {
    const request = this.#request(bytes);
    if (request === undefined) return this.#handOver(bytes);
    const { byteLength, contentLength } = request.head;
    const body = bytes.subarray(byteLength, byteLength + contentLength);
    if (body.byteLength < contentLength) {
      const missing = contentLength - body.byteLength;
      const now = performance.now();
      this.#partial = { request, chunks: [body], missing, begunAt: now, lastAt: now };
      return;
    }
    const end = byteLength + contentLength;
    this.#respond(request, { chunks: [body], byteLength: contentLength }, bytes.subarray(end));
  }

  #continue(partial: Partial, bytes: Buffer): void {
    const { request, chunks, missing } = partial;
    chunks.push(bytes.subarray(0, missing));
    partial.missing -= bytes.byteLength;
    partial.lastAt = performance.now();
    if (partial.missing > 0) return;
    this.#partial = undefined;
    const body = { chunks, byteLength: request.head.contentLength };
    this.#respond(request, body, bytes.subarray(missing));
  }

  /** Undefined: not a request for the fast path. */
  #request(bytes: Buffer): Request | undefined {
    const known = this.#known;
    const length = known?.bytes.byteLength ?? 0;
    if (known && bytes.byteLength >= length && known.bytes.compare(bytes, 0, length) === 0) {
      return known.request;
    }
    const head = readFastPathHead(bytes);
    if (
      head === undefined ||
      head.contentLength > Math.min(MAX_PLAIN_BODY, this.#host.maxBodyBytes)
    )
      return undefined;
    const { guard, router } = this.#host;
    const refused = guard.hostRefusal(head.headers.get("host") ?? "");
    const match = refused ?? router.find(head.method, head.url);
    if ("route" in match && match.route.streams) return undefined;
    const userAgent = head.headers.get("user-agent") ?? "";
    const client = { address: this.#socket.remoteAddress ?? "", userAgent };
    const request = { head, match, client };
    this.#known = { bytes: Buffer.from(bytes.subarray(0, head.byteLength)), request };
    return request;
  }

  #respond(request: Request, body: Body, ahead: Buffer): void {
    this.#busy = true;
    if (ahead.byteLength > 0) this.#ahead.push(ahead);
    const { head, match } = request;
    let httpResponse: HttpResponse | Promise<HttpResponse>;
    try {
      httpResponse =
        "route" in match
          ? match.route.handle(new FastPathCall(this, request, match.captures, body))
          : match;
    } catch (error) {
      httpResponse = errorResponse(error);
    }
    if (!(httpResponse instanceof Promise)) return this.#send(httpResponse, head.last);
    httpResponse.then(
      (value) => this.#send(value, head.last),
      (error: unknown) => this.#send(errorResponse(error), head.last),
    );
  }

  #send(httpResponse: HttpResponse, asked: boolean): void {
    const socket = this.#socket;
    if (socket.destroyed) return httpResponse.sent?.();
    const last = asked || this.#host.closing();
    const flowing = writeResponse(socket, httpResponse, last);
    if (last) socket.destroySoon();
    else if (this.#ahead.length === 0) this.#busy = false;
    else if (flowing) queueMicrotask(() => this.#next());
    else socket.once("drain", () => this.#next());
  }

  /** Emits bytes that were read ahead as if they had just arrived. */
  #next(): void {
    this.#busy = false;
    const bytes = Buffer.concat(this.#ahead.splice(0));
    this.#socket.resume();
    this.#onData(bytes);
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    socket.off("data", this.#onData);
    socket.off("end", this.#onEnd);
    socket.off("close", this.#onClose);
    socket.off("error", ignore);
    socket.pause();
    this.#host.handOver(socket, bytes);
  }
}

function ignore(): void {}
