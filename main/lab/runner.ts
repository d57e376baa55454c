import type { Experiment, ExperimentPlan } from "../contract/index.ts";

/** Runs experiments for other domains, one at a time like a user's. */
export interface LabRunner {
  /** Resolves with the id once it runs. Rejects like "lab.start". */
  start(plan: ExperimentPlan, name: string): Promise<number>;
  /** Resolves when it no longer runs, in any state. */
  finished(id: number): Promise<Experiment>;
  /** Ends it with its measurements so far. */
  cancel(id: number): Promise<void>;
}
