import type { ModelConfig } from "../../engine/config/index.ts";
import type { Experiment, ExperimentPlan } from "../contract/index.ts";

/** What of the lab a session needs. */
export interface TuningLab {
  /** Resolves with the experiment's id once it runs. */
  start(plan: ExperimentPlan, name: string): Promise<number>;
  /** Resolves when it runs no more, however it ended. */
  finished(id: number): Promise<Experiment>;
  cancel(id: number): Promise<void>;
  get(id: number): Experiment;
}

/** What of the configuration workbench a session needs. */
export interface TuningConfigs {
  /** The text that serves, and the configuration as the server completed it. */
  inForce(
    serverId: string,
    model: string,
  ): Promise<{ readonly text: string; readonly config: ModelConfig }>;
  /** `place` "server": until the server restarts; "best": in the file where it can be had. */
  apply(
    serverId: string,
    model: string,
    text: string,
    note: string,
    place: "server" | "best",
  ): Promise<void>;
}
