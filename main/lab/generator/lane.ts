import type { Gaps } from "./gaps.ts";
import type { TurnResponse, TurnPosition } from "./held-conversations.ts";
import type { Failure } from "./messages.ts";

/** One encoded request. Those that do not vary are encoded once and reused. */
export interface WireRequest {
  readonly bytes: Buffer;
  /** Abandoned this long after sending; null: never. */
  readonly deadlineMs: number | null;
  /** It ends with its final response, however many there are. */
  readonly decoupled: boolean;
  /** Batch items. */
  readonly items: number;
  /** The first difference from the expected response, in words. Without it responses are not parsed. */
  readonly check: ((response: ReceivedResponse) => string | null) | null;
  /** Reads a whole response that reports usage; absent for others. */
  readonly read?: ((response: ReceivedResponse) => ReadResponse) | null;
  /** Group whose prefix it has, from 0; null: none. Absent: there are no groups. */
  readonly group?: number | null;
  /** The text and the calls of a streamed response are kept. */
  readonly keepsText?: boolean;
  /** Absent without conversations. */
  readonly turn?: TurnPosition;
}

/** A ModelInferResponse message, or the body of an HTTP response. */
export interface ReceivedResponse {
  readonly bytes: Buffer;
  /** For an HTTP body, the length of its JSON if tensors follow; null if it is all JSON. */
  readonly jsonBytes: number | null;
}

/** How a request ended: null is a success. */
export type Outcome = Failure | null;

/** Carries one request at a time. Reconnects by itself and never retries a request. */
export interface Lane {
  /** Sends one request; the lane's `done` is called exactly once for it, later, unless it is abandoned before. */
  send(request: WireRequest): void;
  /** Abandons the request in flight without a callback; the lane can be reused. */
  giveUp(): void;
  /** Abandons the request in flight without a callback, permanently. */
  close(): void;
}

/** Measurements of one streamed response; instants are monotonic ms. */
export interface StreamFigures {
  /** Of the first piece with tokens, and of the last. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Between pieces with tokens. */
  readonly gaps: Gaps;
  /** As the server reports them, or null. */
  readonly outputTokens: number | null;
  readonly promptTokens: number | null;
  /** Prompt tokens from the server's prefix cache; null or absent: not reported. */
  readonly cachedTokens?: number | null;
  /** Absent if it wasn't kept. */
  readonly response?: TurnResponse;
}

/** Token counts of a whole response; null if it reports none. */
export interface UsageFigures {
  readonly inputTokens: number | null;
  /** Absent where nothing is generated. */
  readonly outputTokens?: number | null;
}

export interface ReadResponse extends UsageFigures {
  /** What is wrong with it; null where it holds what was asked for. */
  readonly wrong: string | null;
  /** The failure that it reports in spite of its HTTP status. */
  readonly failure?: Failure | null;
}

export type AnswerFigures = StreamFigures | UsageFigures;

export function splitFigures(figures: AnswerFigures | undefined): {
  readonly stream: StreamFigures | undefined;
  readonly usage: UsageFigures | undefined;
} {
  if (figures === undefined) return { stream: undefined, usage: undefined };
  return "firstAt" in figures
    ? { stream: figures, usage: undefined }
    : { stream: undefined, usage: figures };
}

/**
 * `figures`: of a successful response that is streamed or reports usage. `lost`: the connection ended, or could not be opened; the server itself
 * said nothing.
 */
export type Done = (outcome: Outcome, lost: boolean, figures?: AnswerFigures) => void;

/** Opens lanes to one server over one protocol. */
export interface LaneOpener extends Disposable {
  open(done: Done): Lane;
}

/** Max kept length of a server's words. */
export const MAX_MESSAGE_LENGTH = 300;
