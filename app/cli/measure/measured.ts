import type { Experiment, ExperimentStep } from "../../../main/contract/index.ts";

export interface Measured {
  readonly steps: readonly MeasuredStep[];
  readonly search: Experiment["search"];
  /** Why it ended early, with what was measured until then; null if it didn't. */
  readonly failure: string | null;
  /** Why the server stopped responding, so that further loads were skipped; null if it didn't. */
  readonly gone: string | null;
}

export interface MeasuredStep {
  readonly step: ExperimentStep;
  /** Null if its length was given. */
  readonly isStable: boolean | null;
}

/**
 * A window of a step. Throughput in inferences/s, latency in ms: the average, or the requested
 * percentile.
 */
export interface Pass {
  readonly throughput: number;
  readonly latency: number | null;
}
