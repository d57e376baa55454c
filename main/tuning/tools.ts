import type { ModelConfig } from "../../engine/config/index.ts";
import type { Experiment, ExperimentPlan } from "../contract/index.ts";
import type { HeldConfig } from "../lab/index.ts";
import type { TuningFacts } from "./proposals/index.ts";

/** The lab's functions for a session. */
export interface TuningLab {
  /** Resolves with the experiment's id once it runs. */
  start(plan: ExperimentPlan, name: string): Promise<number>;
  /** Resolves when it has ended, however it ended. */
  finished(id: number): Promise<Experiment>;
  cancel(id: number): Promise<void>;
  get(id: number): Experiment;
}

export interface ConfigInForce {
  readonly text: string;
  /** Completed by the server. */
  readonly config: ModelConfig;
  /** Changes with the active configuration, including a file beneath an override. */
  readonly etag: string;
}

interface AppliedResult {
  readonly etag: string;
  /** Null if it is active only on the server. */
  readonly writtenTo: string | null;
}

export type TuningPlace = "server" | "best" | "store";

/** The configuration workbench's functions for a session. */
export interface TuningConfigs {
  inForce(serverId: string, model: string): Promise<ConfigInForce>;
  /** Server facts for proposals. */
  serverFacts(serverId: string, model: string): Promise<Pick<TuningFacts, "lint" | "batchTimes">>;
  /** The active configuration, to be restored later. */
  held(serverId: string, model: string): Promise<HeldConfig>;
  /** Restores a held configuration without writing a file. */
  restore(serverId: string, model: string, held: HeldConfig, note: string): Promise<void>;
  /**
   * `place` "server": until the server restarts; "best": in the file if it can be reached, in an object store as an override;
   * "store": in the store's file. ABORTED unless `etag` is active. Resolves with the active configuration and the file written.
   */
  apply(
    target: { readonly serverId: string; readonly model: string; readonly etag: string },
    text: string,
    note: string,
    place: TuningPlace,
  ): Promise<AppliedResult>;
}
