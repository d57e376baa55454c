import type { ModelIndexEntry } from "../../../engine/types.ts";
import type { ModelDetail, ModelOverview } from "../../contract/index.ts";
import { isUnloaded, readLoadProblem } from "../../servers/triton/index.ts";

type Identity = Pick<ModelOverview, "name" | "state" | "reason" | "problem" | "versions">;
type ConfigFacts = Pick<
  ModelOverview,
  "dynamicBatching" | "scheduler" | "decoupled" | "responseCache" | "maxBatchSize"
>;

const precedence = ["READY", "LOADING", "UNLOADING", "UNAVAILABLE"] as const;

/** Merges the index's entries per version to one row per model, by name. */
export function identities(index: readonly ModelIndexEntry[]): Identity[] {
  const byName = Map.groupBy(index, ({ name }) => name);
  return [...byName]
    .map(([name, all]): Identity => {
      const entries = all.filter((entry) => !isUnloaded(entry));
      const state = precedence.find((each) => entries.some((entry) => entry.state === each));
      const given = entries.find((entry) => entry.reason)?.reason ?? null;
      const reason = state === "READY" ? null : given;
      return {
        name,
        state: state ?? (given === null ? "UNLOADED" : "UNAVAILABLE"),
        reason,
        problem: reason === null ? null : readLoadProblem(reason),
        versions: entries
          .filter((entry) => entry.state === "READY")
          .map(({ version }) => version ?? "")
          .filter((version) => version !== ""),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const unknownFacts: ConfigFacts = {
  dynamicBatching: null,
  scheduler: null,
  decoupled: null,
  responseCache: null,
  maxBatchSize: null,
};

export function configFacts(config: ModelDetail["config"]): ConfigFacts {
  if (!config) return unknownFacts;
  const cache = config.response_cache as { enable?: boolean } | undefined;
  const policy = config.model_transaction_policy as { decoupled?: boolean } | undefined;
  return {
    dynamicBatching: config.dynamic_batching !== undefined,
    scheduler: schedulerName(config),
    decoupled: policy?.decoupled === true,
    responseCache: cache?.enable === true,
    maxBatchSize: Number(config.max_batch_size ?? 0),
  };
}

function schedulerName(config: NonNullable<ModelDetail["config"]>): ModelOverview["scheduler"] {
  if (config.ensemble_scheduling !== undefined) return "ensemble";
  return config.sequence_batching === undefined ? null : "sequences";
}
