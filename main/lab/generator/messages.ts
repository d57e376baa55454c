import type {
  GeneratorHealth,
  OutcomeCounts,
  PossibleError,
  RunWindow,
  Wire,
} from "../../contract/index.ts";
import type { RequestSet, Target } from "../../wire/index.ts";
import type { OpenLoad } from "../schedule/index.ts";

/** Version of what travels between host and generator process; they come from one build and must agree. */
export const PROTOCOL_VERSION = 6;

/** Requests of one kind; the same description always makes the same bytes. */
export interface TrafficSpec extends RequestSet {
  /** Kinds are drawn in proportion to their weights. */
  readonly weight: number;
  /** The client gives a request up this long after sending it; null: never. */
  readonly deadlineMs: number | null;
  /** 0: the model's default level. */
  readonly priority: number;
  /** Queue timeout of the request, µs; null: the model's. */
  readonly timeoutMicros: number | null;
  /** Lengths are uniform between the two; null: each request is alone. */
  readonly sequence: { readonly shortest: number; readonly longest: number } | null;
  /** A request ends with its final response; only over grpc-stream. */
  readonly decoupled: boolean;
}

export type LoadSpec =
  /** Closed loop: clients, each with one request out. */
  { readonly kind: "concurrency"; readonly clients: number; readonly thinkMs: number } | OpenLoad;

export interface RunSpec {
  readonly wire: Wire;
  /** With its secrets: a spec is neither kept nor logged. */
  readonly target: Target;
  readonly traffic: readonly TrafficSpec[];
  readonly load: LoadSpec;
  /** The measured span of the same spec and seed has the same requests at the same instants. */
  readonly seed: number;
  /** Load before measuring: ends with the first of these, or when it is asked to. */
  readonly warmup: { readonly seconds: number; readonly requests: number | null };
  /** The span ends with the first of these, or when it is asked to. */
  readonly seconds: number;
  /** Closed loop: how many have ended; open loop: how many were scheduled. */
  readonly requests: number | null;
  /** A response is good up to this; null: none is wanted. */
  readonly boundMs: number | null;
  /** Answers are streamed; left out: they are not. */
  readonly streamed?: StreamedSpec;
  readonly windowSeconds: number;
  /** The server runs on this machine; left out: nothing is judged, and nothing is watched. */
  readonly sameMachine?: boolean;
  /** Of its process, where that is known. */
  readonly serverPid?: number | null;
  /** How long answers are waited for after the span; 10 by default. */
  readonly drainSeconds?: number;
}

export interface StreamedSpec {
  /** `boundMs` is of the first token in place of the whole answer. */
  readonly boundOfFirst: boolean;
  /** What counts as good is within this per token, too, ms; null: any. */
  readonly perTokenMs: number | null;
}

/** A gRPC status name and the server's words. */
export interface Failure {
  readonly status: string;
  readonly message: string;
}

export interface FailureCount extends Failure {
  readonly count: number;
}

/** Of the present phase; while draining, of the span. */
export interface RunProgress {
  readonly phase: "warmup" | "measuring" | "draining";
  readonly secondsDone: number;
  readonly sent: number;
  readonly successes: number;
  readonly failures: number;
  /** The most frequent one, while nothing has succeeded. */
  readonly failure: Failure | null;
  /**
   * Of the span, the requests that began longer ago than the bound, and those of them that were slower or did not
   * succeed; null without a bound.
   */
  readonly due: { readonly requests: number; readonly over: number } | null;
  /** Response times of successes, µs; percentiles are null where the sample does not reach beyond them. */
  readonly response: {
    readonly count: number;
    readonly p50: number | null;
    readonly p99: number | null;
  };
  /** Of streamed answers that succeeded: times to the first token, µs, and their tokens; left out of others. */
  readonly stream?: {
    readonly firstP50: number | null;
    readonly firstP99: number | null;
    readonly outputTokens: number;
  };
}

/** Mean and extremes, µs; null where there was no success. */
export interface Extremes {
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** Times of streamed answers that succeeded: an HDR histogram as of the responses, with mean and extremes. */
export interface TimesResult {
  readonly histogram: string;
  readonly extremes: Extremes;
}

export interface StreamResult {
  /** To the first token, from the scheduled instant and from sending. */
  readonly first: TimesResult;
  readonly firstFromSend: TimesResult;
  readonly gaps: TimesResult;
  /** The mean per token after the first, a value for each answer of at least two. */
  readonly perToken: TimesResult;
  /** Reported, or where they were not, pieces that held tokens. */
  readonly outputTokens: number;
  /** Null where an answer reported none. */
  readonly promptTokens: number | null;
  readonly pieces: number;
  /** Answers that reported no output tokens. */
  readonly counted: number;
}

export interface RunResult {
  /** ms since the epoch; null when the run ended before measuring began. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Measured span by the monotonic clock. */
  readonly seconds: number;
  /** The span reached its end, planned or requested, and answers were waited for. */
  readonly complete: boolean;
  /** Open loop: of the requests scheduled within the span. Closed loop: of those that ended within it. */
  readonly successes: number;
  /** Successes within the bound, and ended requests that were not; null without a bound. */
  readonly withinBound: number | null;
  readonly over: number | null;
  /** As in the progress; at the end of an open loop all of its requests. */
  readonly due: { readonly requests: number; readonly over: number } | null;
  readonly outcomes: OutcomeCounts;
  /** Every outcome that is no success, most frequent first. */
  readonly failures: readonly FailureCount[];
  /** Batch items of the successes. */
  readonly items: number;
  /** Of those within the bound; null without one. */
  readonly itemsWithinBound: number | null;
  /** Successes that came within the span, of an open loop the warm-up's last ones among them: what the server did in it. */
  readonly answered: {
    readonly requests: number;
    readonly items: number;
    /** 0 without a bound. */
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
  /** Everything the run did, warm-up included, but for what only ended sequences (LAB-GEN-38). */
  readonly totals: {
    readonly sent: number;
    readonly successes: number;
    readonly failures: number;
    /** Given up without an answer when the run ended. */
    readonly abandoned: number;
  };
  /** How many different requests there really were. */
  readonly distinctRequests: number;
  /** Of streamed answers; null of others. */
  readonly stream: StreamResult | null;
  /** When the load was last changed within the span, ms since the epoch. */
  readonly adjustedAt: number | null;
}

export type ToGenerator =
  | { readonly type: "run"; readonly version: number; readonly id: number; readonly spec: RunSpec }
  /** The warm-up is over now. */
  | { readonly type: "measure"; readonly id: number }
  /** The span is over now, and complete. */
  | { readonly type: "finish"; readonly id: number }
  /** Clients, or requests per second, from now on. */
  | { readonly type: "adjust"; readonly id: number; readonly value: number }
  | { readonly type: "cancel"; readonly id: number };

export type FromGenerator =
  | { readonly type: "ready"; readonly version: number }
  /** ms since the epoch: the first request leaves; the span begins; the span ended and answers are waited for. */
  | {
      readonly type: "started" | "measuring" | "measured";
      readonly id: number;
      readonly at: number;
    }
  | { readonly type: "progress"; readonly id: number; readonly progress: RunProgress }
  /**
   * Every second within the span: what is known if nothing more comes. `result.windows` holds those from index
   * `firstWindow` on; the ones before have not changed.
   */
  | {
      readonly type: "snapshot";
      readonly id: number;
      readonly firstWindow: number;
      readonly result: RunResult;
    }
  | { readonly type: "result"; readonly id: number; readonly result: RunResult }
  | { readonly type: "refused"; readonly id: number; readonly reason: string };
