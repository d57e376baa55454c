import type { ModelFigures } from "../../figures/observed-figures.ts";

/** Current figures of each step's model. */
export type Samples = ReadonlyMap<string, ModelFigures>;

/** Mean queue and compute time of a request, ms; null without requests. */
export function timeIn(sample: ModelFigures | undefined): number | null {
  const computeMs = sample?.("computeMs") ?? null;
  return computeMs === null ? null : computeMs + (sample?.("queueMs") ?? 0);
}

/** The model in which requests spend the most time; null if fewer than two have requests. */
export function bottleneck(models: readonly string[], samples: Samples): string | null {
  const times = [...new Set(models)].flatMap((model) => {
    const time = timeIn(samples.get(model));
    return time === null ? [] : [{ model, time }];
  });
  if (times.length < 2) return null;
  return times.reduce((slowest, each) => (each.time > slowest.time ? each : slowest)).model;
}
