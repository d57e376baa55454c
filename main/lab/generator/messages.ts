import type {
  ExceededLimit,
  GeneratorHealth,
  OutcomeCounts,
  PossibleError,
  RunWindow,
  Wire,
} from "../../contract/index.ts";
import type { RequestSet, Target } from "../../wire/index.ts";
import type { OpenLoad } from "../schedule/index.ts";

/** Version of the messages between host and generator process; both come from one build and must agree. */
export const PROTOCOL_VERSION = 9;

/** Requests of one kind; the same description always produces the same bytes. */
export interface TrafficSpec extends RequestSet {
  /** Kinds are chosen in proportion to their weights. */
  readonly weight: number;
  /** The client abandons a request this long after sending it; null: never. */
  readonly deadlineMs: number | null;
  /** 0: the model's default level. */
  readonly priority: number;
  /** Queue timeout of the request, µs; null: the model's. */
  readonly timeoutMicros: number | null;
  /** Lengths are uniform between the two; null: no sequences. */
  readonly sequence: { readonly shortest: number; readonly longest: number } | null;
  /** A request ends with its final response; only over grpc-stream. */
  readonly decoupled: boolean;
}

export type LoadSpec =
  /** Closed loop: clients, each with one request in flight. */
  | {
      readonly kind: "concurrency";
      readonly clients: number;
      readonly thinkMs: number;
      /** Min time between the starts of a client's requests; absent or null: any. */
      readonly paceMs?: number | null;
    }
  /** The instants that the requests' trace records in its `seconds`, `speed` times as fast. */
  | { readonly kind: "trace"; readonly speed: number; readonly seconds: number }
  | OpenLoad;

export interface RunSpec {
  readonly wire: Wire;
  /** With its secrets: a spec is neither stored nor logged. */
  readonly target: Target;
  readonly traffic: readonly TrafficSpec[];
  readonly load: LoadSpec;
  /** With the same spec and seed the measured span has the same requests at the same instants. */
  readonly seed: number;
  /** Load before measuring: ends with the first of these, or on request. */
  readonly warmup: { readonly seconds: number; readonly requests: number | null };
  /** The span ends with the first of these, or on request. */
  readonly seconds: number;
  /** Closed loop: how many have ended; open loop: how many were scheduled. */
  readonly requests: number | null;
  /** A response is good up to this; null: no objective. */
  readonly boundMs: number | null;
  /** Responses are streamed; absent: they are not. */
  readonly streamed?: StreamedSpec;
  readonly windowSeconds: number;
  /** The server runs on this machine; absent: nothing is watched or judged. */
  readonly sameMachine?: boolean;
  /** Of its process, if known. */
  readonly serverPid?: number | null;
  /** How long responses are awaited after the span; 10 by default. */
  readonly drainSeconds?: number;
}

export interface StreamedSpec {
  /** `boundMs` limits the first token instead of the complete response. */
  readonly boundOfFirst: boolean;
  /** Good responses also stay below this per token, ms; null: any. */
  readonly perTokenMs: number | null;
  /** And are complete within this, ms, where the first token is limited; null: any. */
  readonly responseMs: number | null;
}

/** A gRPC status name and the server's words. */
export interface Failure {
  readonly status: string;
  readonly message: string;
}

export interface FailureCount extends Failure {
  readonly count: number;
}

/** In the current phase; while draining, in the span. */
export interface RunProgress {
  readonly phase: "warmup" | "measuring" | "draining";
  readonly secondsDone: number;
  readonly sent: number;
  readonly successes: number;
  readonly failures: number;
  /** The most frequent one, while nothing has succeeded. */
  readonly failure: Failure | null;
  /**
   * Requests of the span that began longer ago than the objective, and those of them that were slower or failed; null
   * without an objective.
   */
  readonly due: { readonly requests: number; readonly over: number } | null;
  /** Response times of successes, µs; percentiles are null if the sample does not support them. */
  readonly response: {
    readonly count: number;
    readonly p50: number | null;
    readonly p99: number | null;
  };
  /** For streamed successes: times to first token, µs, and their tokens; absent for others. */
  readonly stream?: {
    readonly firstP50: number | null;
    readonly firstP99: number | null;
    readonly outputTokens: number;
  };
}

/** Mean and extremes, µs; null without a success. */
export interface Extremes {
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** Times of streamed successes: an HDR histogram like that of responses, with mean and extremes. */
export interface TimesResult {
  readonly histogram: string;
  readonly extremes: Extremes;
}

export interface StreamResult {
  /** To the first token, from the scheduled instant and from sending. */
  readonly first: TimesResult;
  readonly firstFromSend: TimesResult;
  readonly gaps: TimesResult;
  /** The mean per token after the first, one value per response with at least two. */
  readonly perToken: TimesResult;
  /** Reported or, if not reported, pieces with tokens. */
  readonly outputTokens: number;
  /** Null if a response reported none. */
  readonly promptTokens: number | null;
  readonly pieces: number;
  /** Responses that reported no output tokens. */
  readonly counted: number;
  /** Limits of good responses; empty without an objective. */
  readonly limits: readonly ExceededLimit[];
}

/** Requests of conversations. */
export interface TurnFigures {
  readonly successes: number;
  readonly failures: number;
  /** To the first token, from the scheduled instant. */
  readonly first: TimesResult;
  /** Means of successes; null without any, for prompts also if a response reported none. */
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
}

/** Turns of conversations, by their number. */
export interface TurnResult extends TurnFigures {
  /** From 1. */
  readonly turn: number;
  /** All that follow are counted here, too. */
  readonly andLater: boolean;
}

/** Requests that begin with the same prefix. */
export interface GroupResult {
  /** From 1; null: those without a prefix. */
  readonly group: number | null;
  /** All that follow are counted here, too. */
  readonly andLater: boolean;
  readonly successes: number;
  readonly failures: number;
  /** To the first token, from the scheduled instant. */
  readonly first: TimesResult;
  /** Null where a response reported none. */
  readonly promptTokens: number | null;
  /** Of them from the server's prefix cache; null where no response reports it. */
  readonly cachedTokens: number | null;
}

export interface ConversationsResult {
  /** Within the span. */
  readonly begun: number;
  /** Due within the span of an open loop, and not begun since too many were in progress. */
  readonly refused: number;
  readonly completed: number;
  /** Ended within the span by a turn that failed, most frequent first. */
  readonly early: readonly FailureCount[];
  /** At the end of the span. */
  readonly running: number;
  readonly turns: readonly TurnResult[];
  /** Requests with tools' answers; null without any. */
  readonly toolRounds: TurnFigures | null;
}

export interface RunResult {
  /** ms since the epoch; null if the run ended before measuring began. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Measured span by the monotonic clock. */
  readonly seconds: number;
  /** The span reached its end, planned or requested, and responses were awaited. */
  readonly complete: boolean;
  /** Open loop: of the requests scheduled within the span. Closed loop: of those that ended within it. */
  readonly successes: number;
  /** Successes within the objective, and ended requests that were not; null without an objective. */
  readonly withinBound: number | null;
  readonly over: number | null;
  /** As in the progress; at the end of an open loop all of its requests. */
  readonly due: { readonly requests: number; readonly over: number } | null;
  readonly outcomes: OutcomeCounts;
  /** Every outcome but success, most frequent first. */
  readonly failures: readonly FailureCount[];
  /** Batch items of the successes. */
  readonly items: number;
  /** Of those within the objective; null without one. */
  readonly itemsWithinBound: number | null;
  /**
   * Successes that arrived within the span, for an open loop including the warm-up's last ones: the server's work in
   * it.
   */
  readonly answered: {
    readonly requests: number;
    readonly items: number;
    /** 0 without an objective. */
    readonly itemsWithinBound: number;
  };
  /** HDR histograms of the successes in µs: V2, compressed, base64. */
  readonly response: string;
  readonly service: string;
  readonly responseTimes: Extremes;
  readonly serviceTimes: Extremes;
  /** Those of the warm-up begin at negative seconds. */
  readonly windows: readonly RunWindow[];
  readonly health: GeneratorHealth;
  /** Null until the end. */
  readonly possibleError: PossibleError | null;
  /** p99 in ms of equal parts of the span (LAB-GEN-52); empty until the end. */
  readonly p99Course: readonly number[];
  /** Everything the run did, warm-up included, except what only ended sequences (LAB-GEN-38). */
  readonly totals: {
    readonly sent: number;
    readonly successes: number;
    readonly failures: number;
    /** Abandoned without a response when the run ended. */
    readonly abandoned: number;
  };
  /** Number of distinct requests. */
  readonly distinctRequests: number;
  /** For streamed responses; null for others. */
  readonly stream: StreamResult | null;
  /** Tokens of whole responses that report usage; null if one reported none; absent without any. */
  readonly inputTokens?: number | null;
  readonly outputTokens?: number | null;
  /** By the prefix that they share; empty without prefixes. */
  readonly groups?: readonly GroupResult[];
  /** Null without conversations. */
  readonly conversations?: ConversationsResult | null;
  /** When the load was last changed within the span, ms since the epoch. */
  readonly adjustedAt: number | null;
}

export type ToGenerator =
  | { readonly type: "run"; readonly version: number; readonly id: number; readonly spec: RunSpec }
  /** Ends the warm-up now. */
  | { readonly type: "measure"; readonly id: number }
  /** Ends the span now, complete. */
  | { readonly type: "finish"; readonly id: number }
  /** Changes the clients, or requests per second. */
  | { readonly type: "adjust"; readonly id: number; readonly value: number }
  | { readonly type: "cancel"; readonly id: number };

export type FromGenerator =
  | { readonly type: "ready"; readonly version: number }
  /** ms since the epoch: the first request leaves; the span begins; the span ended and responses are awaited. */
  | {
      readonly type: "started" | "measuring" | "measured";
      readonly id: number;
      readonly at: number;
    }
  | { readonly type: "progress"; readonly id: number; readonly progress: RunProgress }
  /**
   * Every second within the span: what is known if nothing more arrives. `result.windows` holds those from index
   * `firstWindow` on; earlier ones have not changed.
   */
  | {
      readonly type: "snapshot";
      readonly id: number;
      readonly firstWindow: number;
      readonly result: RunResult;
    }
  | { readonly type: "result"; readonly id: number; readonly result: RunResult }
  | { readonly type: "refused"; readonly id: number; readonly reason: string };
