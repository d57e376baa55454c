import type { Gaps } from "./gaps.ts";
import type { Failure } from "./messages.ts";

/** One request as it goes on the wire. Those that do not vary are made once and sent again and again. */
export interface WireRequest {
  readonly bytes: Buffer;
  /** Given up this long after sending; null: never. */
  readonly deadlineMs: number | null;
  /** It ends with its final response, however many there are. */
  readonly decoupled: boolean;
  /** Batch items. */
  readonly items: number;
  /** The first difference to the expected answer, in words. Without it answers are not looked at. */
  readonly check: ((answer: Answer) => string | null) | null;
}

/** A ModelInferResponse message, or the body of an HTTP response. */
export interface Answer {
  readonly bytes: Buffer;
  /** Of an HTTP body: length of its JSON where tensors follow it; null where it is all JSON. */
  readonly jsonBytes: number | null;
}

/** How a request ended: null is a success. */
export type Outcome = Failure | null;

/** One place for one outstanding request. It reconnects by itself and never repeats a request. */
export interface Lane {
  /** Sends one request; the lane's `done` is called exactly once for it, later, unless it is given up before. */
  send(request: WireRequest): void;
  /** Gives up what is outstanding, silently; the lane can be used again. */
  giveUp(): void;
  /** Gives up what is outstanding, silently, for good. */
  close(): void;
}

/** What one streamed answer was like; instants are monotonic ms. */
export interface StreamFigures {
  /** Of the first piece that held tokens, and of the last. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** From each piece that held tokens to the next. */
  readonly gaps: Gaps;
  /** As the server reports them; null where it does not. */
  readonly outputTokens: number | null;
  readonly promptTokens: number | null;
}

/** `stream`: of a streamed answer that succeeded. `lost`: the connection ended, or there was none to be had; the server itself said nothing. */
export type Done = (outcome: Outcome, lost: boolean, stream?: StreamFigures) => void;

/** Opens lanes to one server over one wire. */
export interface LaneOpener extends Disposable {
  open(done: Done): Lane;
}

/** Longest part of a server's words that is kept. */
export const MOST_WORDS = 300;
