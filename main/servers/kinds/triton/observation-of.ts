import type { ModelIndexEntry, ModelStatistics } from "../../../../engine/types.ts";
import type { ObservedModel } from "../../../contract/index.ts";
import type { Observation, RawFigure } from "../../observation.ts";

/** What a Triton server answered, put together. `exposition`: of its metrics, null where they are not to be had. */
export function observationOf(
  index: readonly ModelIndexEntry[],
  statistics: readonly ModelStatistics[],
  exposition: string | null,
): Observation {
  return {
    incarnation: null,
    models: [...Map.groupBy(index, ({ name }) => name)].map(([name, entries]) =>
      modelOf(name, entries),
    ),
    figures: statistics.map(requestsOf),
    exposition,
  };
}

function modelOf(name: string, entries: readonly ModelIndexEntry[]): ObservedModel {
  const ready = entries.filter(({ state }) => state === "READY");
  return {
    name,
    versions: ready.map(({ version }) => version ?? "").filter((version) => version !== ""),
    state: ready.length > 0 ? "ready" : "unavailable",
    reason: entries.find(({ reason }) => reason)?.reason ?? null,
    facts: [],
  };
}

function requestsOf({ name, inference_stats }: ModelStatistics): RawFigure {
  return {
    form: "rate",
    figure: "requestsPerSecond",
    model: name,
    source: "inference_stats.success.count",
    total: inference_stats.success.count,
  };
}
