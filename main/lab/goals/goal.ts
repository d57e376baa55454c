import type { Experiment, ExperimentStep } from "../../contract/index.ts";
import type { StepOrder } from "../steps/measure-step.ts";

export type SearchResult = NonNullable<Experiment["search"]>;

/** The next step of an experiment. */
export type PlannedStep = StepOrder;

/** What an experiment measures, one step after the other. Steps measured before are added first. */
export interface Goal {
  /** Steps as far as they are known, measured ones included. */
  readonly count: number;
  /** Null once the goal is reached. */
  next(): PlannedStep | null;
  /** In order of position. */
  add(position: number, step: ExperimentStep): void;
  /** State of a search; null for other goals. */
  readonly result: SearchResult | null;
}
