import type { Experiment, ExperimentPlan } from "../contract/index.ts";

/** Runs experiments for other parts of the host, one at a time like a person's. */
export interface LabRunner {
  /** Resolves with the id once it runs. Rejects as "lab.start" does. */
  start(plan: ExperimentPlan, name: string): Promise<number>;
  /** Resolves when it does not run any more, in whatever state. */
  finished(id: number): Promise<Experiment>;
  /** Ends it with what was measured. */
  cancel(id: number): Promise<void>;
}
