import type { FigureId, MetricKey } from "../../contract/index.ts";
import type { RawFigure } from "../../servers/index.ts";
import {
  type MetricSample,
  type MetricsText,
  readMetricsText,
} from "../../servers/metrics/index.ts";
import { metricFigure, metricText } from "./metric-name.ts";

/** Figures of the requested metrics. Samples with a key's labels are summed, whatever other labels they have. */
export async function metricFigures(
  exposition: string,
  keys: readonly MetricKey[],
): Promise<RawFigure[]> {
  if (keys.length === 0) return [];
  const names = new Set(keys.flatMap(namesOfMetric));
  const { samples } = await readMetricsText(exposition, (name) => names.has(name));
  return metricFiguresIn(samples, keys);
}

/** The names that the samples of a metric may have. */
export function namesOfMetric({ name }: Pick<MetricKey, "name">): readonly string[] {
  return [name, `${name}_bucket`, `${name}_sum`, `${name}_count`];
}

/** As {@link metricFigures}, of samples that were read already. */
export function metricFiguresIn(
  samples: MetricsText["samples"],
  keys: readonly MetricKey[],
): RawFigure[] {
  const found = new Map<string, RawFigure>();
  for (const key of keys) {
    const figure = toFigure(samples, key);
    if (figure) found.set(`${figure.form} ${figure.model}`, figure);
  }
  return [...found.values()];
}

function toFigure(samples: MetricsText["samples"], key: MetricKey): RawFigure | null {
  const model = metricText(key);
  const found = { model, source: key.name };
  const matching = (name: string) =>
    (samples.get(name) ?? []).filter(({ labels }) =>
      Object.entries(key.labels).every(([label, value]) => labels[label] === value),
    );
  const [own, sums, counts] = ["", "_sum", "_count"].map((end) => total(matching(key.name + end)));
  if (key.as === "value" || key.as === "rate") {
    const value = own ?? counts;
    if (value === undefined) return null;
    const figure = metricFigure(key.as);
    return key.as === "value"
      ? { ...found, form: "gauge", figure, value, across: "sum" }
      : { ...found, form: "rate", figure, total: value };
  }
  if (sums === undefined || counts === undefined) return null;
  const quantiles: Partial<Record<FigureId, number>> = {};
  for (const [as, q] of [
    ["p50", 0.5],
    ["p95", 0.95],
    ["p99", 0.99],
  ] as const)
    quantiles[metricFigure(as)] = q;
  const mean = metricFigure("mean");
  const buckets = readBuckets(matching(`${key.name}_bucket`), counts);
  return { ...found, form: "histogram", mean, quantiles, buckets, sum: sums, count: counts };
}

function total(samples: readonly MetricSample[]): number | undefined {
  if (samples.length === 0) return undefined;
  return samples.reduce((sum, { value }) => sum + value, 0);
}

function readBuckets(samples: readonly MetricSample[], count: number): [number, number][] {
  const byBound = new Map<number, number>();
  for (const { labels, value } of samples) {
    const bound = labels.le === "+Inf" ? Infinity : Number(labels.le);
    if (!Number.isNaN(bound)) byBound.set(bound, (byBound.get(bound) ?? 0) + value);
  }
  byBound.set(Infinity, byBound.get(Infinity) ?? count);
  return [...byBound].sort(([a], [b]) => a - b);
}
