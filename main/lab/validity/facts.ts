import type { PossibleError } from "../../contract/index.ts";

/** What is known of a run when it is judged. Null: unknown, or meaningless for this run. */
export interface RunFacts {
  readonly loop: "closed" | "open";
  /** Requests sent in the measured span. */
  readonly sends: number;
  /** Sends more than 1 ms after their schedule; open loop only. */
  readonly lateSends: number;
  /**
   * Sends per second, planned and actual; open loop only. `achievedRate` counts sends, not completions: an open loop
   * sends on schedule however slow the server is, so that a saturated server lowers completions only.
   */
  readonly offeredRate: number | null;
  readonly achievedRate: number | null;
  /** Requests sent in the measured span whose outcome is missing in the figures. */
  readonly unfinished: number;
  /** Share of one core, 1 for all of it. */
  readonly generatorCpu: number;
  /** Response times as shown, ms; null: not enough samples. */
  readonly latency: Readonly<Record<ShownPercentile, number | null>>;
  /** By how much they may read high; null if not watched. */
  readonly possibleError: PossibleError | null;
  readonly distinctInputs: number;
  /** For streamed responses: prompts sent more than once; null if requests are not prompts. */
  readonly repeatedPrompts: number | null;
  /** Responses of this model that fit into the response cache; null without a cache or if unknown. */
  readonly cacheEntries: number | null;
  /** The plan specifies a share of repeated inputs. */
  readonly hitRateChosen: boolean;
  /** Share of requests that repeat an earlier one, 0..1; null if another rule or no choice determines it. */
  readonly repeatShare: number | null;
  /** Cache hit rate of the server in the measured span, 0..1; null without lookups or if not reported. */
  readonly hitShare: number | null;
  /** Last third against first third, as shares; null for a plan whose load changes. */
  readonly drift: {
    readonly throughput: number | null;
    readonly latency: number | null;
    readonly p99: number | null;
    readonly p99BeyondNoise: boolean;
    readonly beyondNoise: boolean;
  } | null;
  /** Share (0 to 1) of the whole machine used by neither the generator nor the server under test. */
  readonly otherCpu: number | null;
  readonly serverOnThisMachine: boolean;
  /** Why latency measured on the way to the server is unreliable, a sentence; null: no known reason. */
  readonly caveat: string | null;
  /** Within the measured span the server, or a model of the traffic, was restarted or replaced. */
  readonly replaced: boolean;
  /** Latencies in the figures. */
  readonly samples: number;
  /** Whether the load was changed by hand within the measured span. */
  readonly adjusted: boolean;
  /** False for a run that was stopped early. */
  readonly complete: boolean;
}

export type ShownPercentile = "p50" | "p90" | "p95" | "p99";

export interface Reason {
  /** Of the rule in SPEC.md: V1, V2 and so on. */
  readonly id: string;
  readonly severity: "invalid" | "note";
  /** One sentence with figures and what to do. */
  readonly text: string;
  readonly value: number | null;
  readonly limit: number | null;
  /** By how much each percentile may read high, ms, if that is the reason. */
  readonly mayReadHighMs?: Readonly<Record<ShownPercentile, number>>;
}

export interface Verdict {
  readonly verdict: "valid" | "invalid";
  readonly reasons: readonly Reason[];
}
