import type { ModelConfig } from "../../engine/config/index.ts";
import type { Experiment, ExperimentPlan } from "../contract/index.ts";
import type { HeldConfig } from "../lab/index.ts";
import type { TuningFacts } from "./proposals/index.ts";

/** What of the lab a session needs. */
export interface TuningLab {
  /** Resolves with the experiment's id once it runs. */
  start(plan: ExperimentPlan, name: string): Promise<number>;
  /** Resolves when it does not run any more, however that came. */
  finished(id: number): Promise<Experiment>;
  cancel(id: number): Promise<void>;
  get(id: number): Experiment;
}

export interface ConfigInForce {
  readonly text: string;
  /** As the server completed it. */
  readonly config: ModelConfig;
  /** Changes with what is active, a file beneath an override included. */
  readonly etag: string;
}

interface AppliedResult {
  readonly etag: string;
  /** Null where it serves from the server alone. */
  readonly writtenTo: string | null;
}

export type TuningPlace = "server" | "best" | "store";

/** What of the configuration workbench a session needs. */
export interface TuningConfigs {
  inForce(serverId: string, model: string): Promise<ConfigInForce>;
  /** What else proposals are made from. */
  serverFacts(serverId: string, model: string): Promise<Pick<TuningFacts, "lint" | "batchTimes">>;
  /** What serves, to be put back later. */
  held(serverId: string, model: string): Promise<HeldConfig>;
  /** Lets serve again what was held; writes no file. */
  putBack(serverId: string, model: string, held: HeldConfig, note: string): Promise<void>;
  /**
   * `place` "server": until the server restarts; "best": in the file where it can be had, in an object store as an override;
   * "store": in the store's file. ABORTED where another than `etag` is active. Gives what is active then, and the file that was written.
   */
  apply(
    target: { readonly serverId: string; readonly model: string; readonly etag: string },
    text: string,
    note: string,
    place: TuningPlace,
  ): Promise<AppliedResult>;
}
