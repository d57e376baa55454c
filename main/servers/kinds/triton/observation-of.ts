import type { Observation, TritonAnswers } from "../../observation.ts";
import { processStart } from "../asking/index.ts";
import { Exposition } from "../exposition/index.ts";
import { modelsOf } from "../open-inference/index.ts";
import { metricFigures } from "./metric-figures.ts";
import { statisticFigures } from "./statistic-figures.ts";

const OFF =
  "Only the metrics report this: give their address, by default port 8002 (--metrics-port). --allow-metrics=false switches them off.";

/**
 * What a Triton server answered, put together. `exposition`: of its metrics, null where they are not to be had; `why` then
 * says what came of asking for them.
 */
export function observationOf(
  triton: TritonAnswers,
  exposition: string | null,
  why = "",
): Observation {
  const { index, statistics } = triton;
  const metrics = new Exposition(exposition ?? "");
  return {
    incarnation: processStart(metrics),
    // A model that was never loaded is in the index by its name alone.
    models: modelsOf(index.map((entry) => ({ state: "UNAVAILABLE", ...entry }))),
    figures: [
      ...statisticFigures(statistics),
      ...metricFigures(metrics, exposition === null ? `${why} ${OFF}`.trim() : null),
    ],
    exposition,
    ...(exposition === null && why !== "" && { expositionProblem: why }),
    triton,
  };
}
