import type { ModelFigures } from "../../figures/observed-figures.ts";

/** What the server reports of the model of each step, as it stands now. */
export type Samples = ReadonlyMap<string, ModelFigures>;

/** Queue and compute of one request in a model, ms; null where nothing ran. */
export function timeIn(sample: ModelFigures | undefined): number | null {
  const computeMs = sample?.("computeMs") ?? null;
  return computeMs === null ? null : computeMs + (sample?.("queueMs") ?? 0);
}

/** The model in which requests spend the most time; null where fewer than two run. */
export function bottleneck(models: readonly string[], samples: Samples): string | null {
  const times = [...new Set(models)].flatMap((model) => {
    const time = timeIn(samples.get(model));
    return time === null ? [] : [{ model, time }];
  });
  if (times.length < 2) return null;
  return times.reduce((slowest, each) => (each.time > slowest.time ? each : slowest)).model;
}
