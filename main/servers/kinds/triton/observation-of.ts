import type { ModelIndexEntry, ModelStatistics } from "../../../../engine/types.ts";
import type { Observation } from "../../observation.ts";
import { processStart } from "../asking/index.ts";
import { Exposition } from "../exposition/index.ts";
import { modelsOf } from "../open-inference/index.ts";
import { metricFigures } from "./metric-figures.ts";
import { statisticFigures } from "./statistic-figures.ts";

/** What a Triton server answered, put together. `exposition`: of its metrics, null where they are not to be had. */
export function observationOf(
  index: readonly ModelIndexEntry[],
  statistics: readonly ModelStatistics[],
  exposition: string | null,
): Observation {
  const metrics = new Exposition(exposition ?? "");
  return {
    incarnation: processStart(metrics),
    // A model that was never loaded is in the index by its name alone.
    models: modelsOf(index.map((entry) => ({ state: "UNAVAILABLE", ...entry }))),
    figures: [...statisticFigures(statistics), ...metricFigures(metrics, exposition !== null)],
    exposition,
  };
}
