import type { ModelIndexEntry } from "../../engine/types.ts";
import type { ModelDetail, ModelOverview } from "../contract/index.ts";

type Identity = Pick<ModelOverview, "name" | "state" | "reason" | "versions">;
type ConfigFacts = Pick<ModelOverview, "dynamicBatching" | "responseCache" | "maxBatchSize">;

const precedence = ["READY", "LOADING", "UNLOADING", "UNAVAILABLE"] as const;

/** One row per model out of the index's one per version, by name. */
export function identities(index: readonly ModelIndexEntry[]): Identity[] {
  const byName = Map.groupBy(index, ({ name }) => name);
  return [...byName]
    .map(
      ([name, entries]): Identity => ({
        name,
        state:
          precedence.find((state) => entries.some((each) => each.state === state)) ?? "UNLOADED",
        reason: entries.find(({ reason }) => reason)?.reason ?? null,
        versions: entries
          .filter(({ state }) => state === "READY")
          .map(({ version }) => version ?? "")
          .filter((version) => version !== ""),
      }),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const unknownFacts: ConfigFacts = {
  dynamicBatching: null,
  responseCache: null,
  maxBatchSize: null,
};

export function configFacts(config: ModelDetail["config"]): ConfigFacts {
  if (!config) return unknownFacts;
  const cache = config.response_cache as { enable?: boolean } | undefined;
  return {
    dynamicBatching: config.dynamic_batching !== undefined,
    responseCache: cache?.enable === true,
    maxBatchSize: Number(config.max_batch_size ?? 0),
  };
}
