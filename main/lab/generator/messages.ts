import type { RequestSet } from "../inputs/generate.ts";

/** Version of what travels between host and generator process; they come from one build and must agree. */
export const PROTOCOL_VERSION = 1;

/** Closed-loop load on one model: `concurrency` clients, each on a connection of its own. */
export interface Load extends RequestSet {
  readonly concurrency: number;
  /** How long a client waits between an answer and its next request; none by default. */
  readonly thinkMs?: number;
}

export interface RunSpec {
  readonly wire: "http" | "grpc";
  /** HOST:PORT */
  readonly address: string;
  /** Load before measuring. */
  readonly warmupSeconds: number;
  /** Measured span. */
  readonly seconds: number;
  readonly loads: readonly Load[];
}

/** A gRPC status name and the server's words. */
export interface Failure {
  readonly status: string;
  readonly message: string;
}

export interface FailureCount extends Failure {
  readonly count: number;
}

/** µs; null where there are too few successes to say. */
export interface LatencyFigures {
  readonly count: number;
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface RunProgress {
  readonly phase: "warmup" | "measuring";
  /** Of the present phase. */
  readonly secondsDone: number;
  /** Of the phase so far; the warm-up's are not kept. */
  readonly successes: number;
  readonly failures: number;
  readonly latency: LatencyFigures;
}

export interface RunResult {
  /** ms since the epoch; null when the run ended before measuring began. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Measured span by the monotonic clock. */
  readonly seconds: number;
  /** The whole span was measured. */
  readonly complete: boolean;
  /** Requests that ended within the span. */
  readonly successes: number;
  readonly failures: readonly FailureCount[];
  readonly latency: LatencyFigures;
  /** HDR histogram of the successes in µs: V2, compressed, base64. */
  readonly histogram: string;
  /** Share of one core the generator used over the span. */
  readonly cpu: number;
  /** Everything the run did, warm-up and the requests still out at the end included. */
  readonly totals: {
    readonly sent: number;
    readonly successes: number;
    readonly failures: number;
    /** Given up without an answer when the run ended. */
    readonly abandoned: number;
  };
}

export type ToGenerator =
  | { readonly type: "run"; readonly version: number; readonly id: number; readonly spec: RunSpec }
  | { readonly type: "cancel"; readonly id: number };

export type FromGenerator =
  | { readonly type: "ready"; readonly version: number }
  /** The first request of the warm-up leaves. */
  | { readonly type: "started"; readonly id: number }
  /** The measured span begins, load goes on. */
  | { readonly type: "measuring"; readonly id: number; readonly at: number }
  /** The measured span ended; requests still out are being waited for. */
  | { readonly type: "measured"; readonly id: number; readonly at: number }
  | { readonly type: "progress"; readonly id: number; readonly progress: RunProgress }
  | { readonly type: "result"; readonly id: number; readonly result: RunResult }
  | { readonly type: "refused"; readonly id: number; readonly reason: string };
