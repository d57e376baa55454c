import type { FigureId } from "../../../contract/index.ts";
import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import {
  distributions,
  gauges,
  rates,
  type RatioNames,
  ratios,
  unavailable,
  type Wanted,
} from "../exposition/index.ts";

/** Distributions, by what they measure. */
const TIMES = {
  ttft: { mean: "ttftMs", quantiles: { ttftP50Ms: 0.5, ttftP99Ms: 0.99 } },
  itl: { mean: "itlMs", quantiles: { itlP50Ms: 0.5, itlP99Ms: 0.99 } },
  latency: {
    mean: "latencyMs",
    quantiles: { latencyP50Ms: 0.5, latencyP95Ms: 0.95, latencyP99Ms: 0.99 },
  },
  queue: { mean: "queueMs", quantiles: {} },
  compute: { mean: "computeMs", quantiles: {} },
} as const;

/** The figures expected from every LLM server. */
const ASKED: readonly FigureId[] = [
  "waiting",
  "running",
  "kvCacheUse",
  "prefixCacheHitRate",
  "preemptionsPerSecond",
  "promptTokensPerSecond",
  "generatedTokensPerSecond",
  "requestsPerSecond",
  "failuresPerSecond",
  ...Object.values(TIMES).flatMap(({ mean, quantiles }) => [
    mean,
    ...(Object.keys(quantiles) as FigureId[]),
  ]),
];

interface Metric {
  readonly name: string;
  readonly where?: Wanted["where"];
}

/** The metric names of an LLM server; counters without `_total`. */
export interface LlmMetrics {
  readonly model: Wanted["model"];
  /** Models for which counters without a sample count nothing. */
  readonly known: readonly string[];
  readonly gauges: Readonly<Partial<Record<FigureId, string>>>;
  readonly rates: Readonly<Partial<Record<FigureId, string | Metric>>>;
  readonly ratios?: Readonly<Partial<Record<FigureId, readonly [...RatioNames, scale?: number]>>>;
  /** Histograms in seconds. */
  readonly times: Readonly<Partial<Record<keyof typeof TIMES, string | Metric>>>;
  /** Why an expected figure is not among them. */
  readonly missing: Readonly<Partial<Record<FigureId, string>>>;
  /** Whether a counter is exported only after it has counted something. */
  readonly startsWithoutCounters?: boolean;
  /** The setting that enables the page. */
  readonly off: string;
  /** Hint for a metric that the page lacks. */
  readonly absent: string;
}

/** A page's figures, with a reason for each that no metric reports. */
export function llmFigures(page: MetricsPage, metrics: LlmMetrics): RawFigure[] {
  const { exposition, text, why } = page;
  const hint = text === null ? `${why} ${metrics.off}`.trim() : metrics.absent;
  const wanted = (given: string | Metric) => {
    const { name, where }: Metric = typeof given === "string" ? { name: given } : given;
    return { names: [name], model: metrics.model, where, hint };
  };
  const found = [
    ...entries(metrics.gauges).flatMap(([figure, name]) =>
      gauges(exposition, figure, wanted(name), figure === "kvCacheUse" ? "most" : "sum"),
    ),
    ...entries(metrics.rates).flatMap(([figure, given]) =>
      rates(exposition, figure, { ...wanted(given), known: metrics.known }).map(
        (raw): RawFigure =>
          raw.form === "unavailable" && text !== null && metrics.startsWithoutCounters
            ? { form: "rate", figure, model: metrics.known[0] ?? "", source: raw.source, total: 0 }
            : raw,
      ),
    ),
    ...entries(metrics.ratios ?? {}).flatMap(([figure, [part, whole, scale]]) =>
      ratios(exposition, figure, [[part, whole]], {
        model: metrics.model,
        hint: text === null ? hint : (metrics.missing[figure] ?? hint),
        ...(scale !== undefined && { scale }),
      }),
    ),
    ...entries(metrics.times).flatMap(([id, given]) =>
      distributions(exposition, TIMES[id], { ...wanted(given), scale: 1000 }),
    ),
  ];
  const named = new Set<FigureId>([
    ...entries(metrics.gauges).map(([figure]) => figure),
    ...entries(metrics.rates).map(([figure]) => figure),
    ...entries(metrics.ratios ?? {}).map(([figure]) => figure),
    ...entries(metrics.times).flatMap(([id]) => [
      TIMES[id].mean,
      ...(Object.keys(TIMES[id].quantiles) as FigureId[]),
    ]),
  ]);
  const others = ASKED.filter((figure) => !named.has(figure));
  return [
    ...found,
    ...others.map((figure) => unavailable(figure, "", metrics.missing[figure] ?? metrics.absent)),
  ];
}

/** All expected figures as unavailable, for a server without metrics. */
export function withoutMetrics(hint: string): RawFigure[] {
  return ASKED.map((figure) => unavailable(figure, "", hint));
}

function entries<K extends string, V>(of: Readonly<Partial<Record<K, V>>>): [K, V][] {
  return Object.entries(of) as [K, V][];
}

/** Samples without a model label belong to the only model, or with several models to the whole server. */
export function onlyModel(names: readonly string[]): Wanted["model"] {
  const [only] = names;
  return names.length === 1 && only !== undefined ? () => only : null;
}
