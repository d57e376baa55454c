import type { ModelStatistics } from "../../../../engine/types.ts";
import type { FigureId } from "../../../contract/index.ts";
import type { Breakdown, RawFigure } from "../../observation.ts";
import { unavailable } from "../exposition/index.ts";
import { figuresWithVersions } from "./version-figures.ts";

type Stats = ModelStatistics["inference_stats"];

/** Statistics are in ns. */
const NS = 1e-6;

const COMPUTE = "compute_input + compute_infer + compute_output";

const NO_CACHE =
  "No cache lookups yet: response_cache in the model's configuration and the server's --cache-config turn the cache on.";

/** Figures of the statistics extension, summed over a model's versions, and by version if several serve. */
export function statisticFigures(statistics: readonly ModelStatistics[]): RawFigure[] {
  return figuresWithVersions(statistics, figuresOfModel);
}

function figuresOfModel(model: string, versions: readonly ModelStatistics[]): RawFigure[] {
  const sum = (field: (stats: ModelStatistics) => number) =>
    versions.reduce((total, each) => total + field(each), 0);
  const count = (field: keyof Stats) => sum((each) => each.inference_stats[field].count);
  const ns = (field: keyof Stats) => sum((each) => each.inference_stats[field].ns);
  const computeNs = ns("compute_input") + ns("compute_infer") + ns("compute_output");
  const inferences = sum((each) => each.inference_count);
  const executions = sum((each) => each.execution_count);
  const rate = (figure: FigureId, source: string, total: number): RawFigure => ({
    form: "rate",
    figure,
    model,
    source,
    total,
  });
  const ratio = (
    figure: FigureId,
    source: string,
    parts: { part: number; whole: number; scale?: number },
  ): RawFigure => ({ form: "ratio", figure, model, source, ...parts });
  const mean = (figure: FigureId, field: keyof Stats) =>
    ratio(figure, `inference_stats.${field}`, {
      part: ns(field),
      whole: count(field),
      scale: NS,
    });
  const lookups = count("cache_hit") + count("cache_miss");
  return [
    rate("requestsPerSecond", "inference_stats.success.count", count("success")),
    rate("failuresPerSecond", "inference_stats.fail.count", count("fail")),
    rate("inferencesPerSecond", "inference_count", inferences),
    {
      form: "rate",
      figure: "executionsPerSecond",
      model,
      source: "execution_count",
      total: executions,
      by: bySize(versions),
    },
    ratio("meanBatch", "inference_count / execution_count", {
      part: inferences,
      whole: executions,
    }),
    mean("latencyMs", "success"),
    mean("queueMs", "queue"),
    ratio("computeMs", COMPUTE, { part: computeNs, whole: count("compute_infer"), scale: NS }),
    ratio("queueToCompute", `inference_stats.queue / (${COMPUTE})`, {
      part: ns("queue"),
      whole: computeNs,
    }),
    lookups > 0
      ? ratio("cacheHitRate", "inference_stats.cache_hit / (cache_hit + cache_miss)", {
          part: count("cache_hit"),
          whole: lookups,
        })
      : unavailable("cacheHitRate", model, NO_CACHE, "inference_stats.cache_hit"),
  ];
}

/** Executions by batch size. */
function bySize(versions: readonly ModelStatistics[]): Breakdown {
  const sizes = new Map<number, number>();
  for (const { batch_size: size, compute_infer } of versions.flatMap((each) => each.batch_stats))
    sizes.set(size, (sizes.get(size) ?? 0) + compute_infer.count);
  return [...sizes].sort(([a], [b]) => a - b);
}
