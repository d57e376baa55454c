import type net from "node:net";
import { ResponseReader } from "./http-response.ts";
import {
  type Done,
  type Lane,
  MAX_MESSAGE_LENGTH,
  type UsageFigures,
  type WireRequest,
} from "./lane.ts";
import type { Failure } from "./messages.ts";
import { WRONG } from "./outcome.ts";
import type { OpenSocket } from "./sockets.ts";
import type { TokenStream } from "./token-stream.ts";

/** The gRPC status of an HTTP status (google.rpc.Code's mapping, and nginx's 499). */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  413: "RESOURCE_EXHAUSTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/**
 * A connection that was idle for longer is not reused: many servers close theirs after five seconds, and a request in
 * flight is then lost.
 */
const MAX_IDLE_MS = 4000;

/**
 * One keep-alive connection that carries complete pre-built HTTP/1.1 messages. A plain socket with a minimal parser
 * takes about a fifth of node:http's CPU time for the same request.
 */
export class HttpLane implements Lane {
  readonly #open: OpenSocket;
  readonly #done: Done;
  readonly #stream: TokenStream | null;
  readonly #onBody: ResponseReader["onBody"] = null;
  #reader = new ResponseReader();
  #socket: net.Socket | null = null;
  #request: WireRequest | null = null;
  #idleSince = 0;
  #closed = false;
  #broken = "";
  #usage: UsageFigures | undefined;

  /** `stream`: parses responses that are streams of tokens. */
  constructor(open: OpenSocket, done: Done, stream: TokenStream | null = null) {
    this.#open = open;
    this.#done = done;
    this.#stream = stream;
    if (stream) this.#onBody = (bytes, from, to) => stream.push(bytes, from, to);
  }

  send(request: WireRequest): void {
    this.#request = request;
    if (this.#socket && performance.now() - this.#idleSince > MAX_IDLE_MS) this.#drop();
    this.#socket ??= this.#connect();
    this.#reader.keepBody = request.check !== null || (request.read ?? null) !== null;
    this.#usage = undefined;
    this.#stream?.begin(request.keepsText);
    this.#socket.write(request.bytes);
  }

  giveUp(): void {
    this.#request = null;
    this.#drop();
  }

  close(): void {
    this.#closed = true;
    this.giveUp();
  }

  #connect(): net.Socket {
    this.#broken = "";
    this.#reader = new ResponseReader(this.#onBody);
    const socket: net.Socket = this.#open((piece) => this.#read(socket, piece));
    socket.on("error", (error) => {
      this.#broken = error.message;
    });
    socket.on("close", () => this.#disconnected(socket));
    return socket;
  }

  #read(socket: net.Socket, piece: Buffer): void {
    if (socket !== this.#socket) return;
    try {
      if (!this.#request) throw new Error("the server's response is longer than expected");
      if (!this.#reader.push(piece)) return;
    } catch (error) {
      socket.destroy(error as Error);
      return;
    }
    if (!this.#reader.keepAlive) this.#drop();
    this.#finish(this.#outcome(), false);
  }

  #disconnected(socket: net.Socket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (!this.#request) return;
    if (this.#reader.end()) this.#finish(this.#outcome(), false);
    else this.#finish(unavailable(this.#broken, this.#stream?.began), true);
  }

  #drop(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #outcome(): Failure | null {
    const { status, text } = this.#reader;
    if (status >= 200 && status < 300) {
      if (this.#stream) return shortened(this.#stream.failure);
      const { body, jsonBytes } = this.#reader;
      const response = { bytes: body, jsonBytes };
      const read = this.#request?.read?.(response);
      this.#usage = read;
      if (read?.failure) return shortened(read.failure);
      const difference = read?.wrong ?? this.#request?.check?.(response) ?? null;
      return difference === null ? null : { status: WRONG, message: difference };
    }
    return { status: statusOfHttp(status), message: words(status, text) };
  }

  #finish(outcome: Failure | null, lost: boolean): void {
    this.#request = null;
    this.#idleSince = performance.now();
    if (this.#closed) return;
    const figures = this.#stream?.figures ?? this.#usage;
    if (outcome === null && figures) this.#done(null, lost, figures);
    else this.#done(outcome, lost);
  }
}

function unavailable(cause: string, afterToken = false): Failure {
  const ended = "the connection ended before the response";
  const message = afterToken ? `the stream broke after its first token: ${cause || ended}` : cause;
  return { status: "UNAVAILABLE", message: message || ended };
}

const shortened = (failure: Failure | null): Failure | null =>
  failure && { ...failure, message: failure.message.slice(0, MAX_MESSAGE_LENGTH) };

export const statusOfHttp = (status: number): string => STATUS_NAMES[status] ?? "UNKNOWN";

/** The protocol's `error` member, its `message` as in OpenAI's API, else the text, else the number. */
function words(status: number, text: string): string {
  try {
    const { error, message } = JSON.parse(text) as {
      error?: string | { message?: unknown };
      message?: unknown;
    };
    const said = typeof error === "object" ? error.message : (error ?? message);
    if (typeof said === "string" && said !== "") return said.slice(0, MAX_MESSAGE_LENGTH);
  } catch {
    // Not every proxy responds in JSON.
  }
  return text.trim().slice(0, MAX_MESSAGE_LENGTH) || `HTTP ${status}`;
}
