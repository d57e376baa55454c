import type { Comparison, ExperimentStep } from "../../main/contract/index.ts";

export interface Order {
  readonly models: readonly string[];
  readonly repetitions: number;
  /** Tuning sessions instead of experiments. */
  readonly tuning: boolean;
}

/** One measurement of a model's experiment or tuning session. */
export interface Repetition {
  readonly model: string;
  readonly steps: readonly ExperimentStep[];
  /** Of a tuning session's changes with its baseline. */
  readonly comparisons?: readonly Comparison[];
}
