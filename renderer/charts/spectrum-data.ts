import { formatDuration } from "../format/numbers.ts";
import type { ChartData } from "../ui/chart-export/chart-data.ts";

export interface SpectrumPoint {
  /** 0..100 */
  readonly percentile: number;
  readonly ms: number;
}

export interface SpectrumSeries {
  readonly key: string;
  /** "Response time", "Service time". */
  readonly label: string;
  /** A CSS colour. */
  readonly color: string;
  readonly dashed?: boolean | undefined;
  /** Percentiles ascending, and none that the number of requests does not support. */
  readonly points: readonly SpectrumPoint[];
}

/** All percentiles that some series has, ascending. 100 has no place on an axis of nines. */
export function drawnPercentiles(series: readonly SpectrumSeries[]): number[] {
  const all = series.flatMap(({ points }) => points.map(({ percentile }) => percentile));
  return [...new Set(all)].filter((percentile) => percentile < 100).sort((a, b) => a - b);
}

/** A series' value at a percentile; null beyond its last, where its requests support none. */
export function valueAt({ points }: SpectrumSeries, percentile: number): number | null {
  return points.find((each) => each.percentile >= percentile - 1e-9)?.ms ?? null;
}

/** p50, p99.9 */
export function percentileText(percentile: number): string {
  return percentile >= 100 ? "max" : `p${Number(percentile.toFixed(5))}`;
}

export function spectrumData(series: readonly SpectrumSeries[]): ChartData {
  const percentiles = [
    ...new Set(series.flatMap(({ points }) => points.map(({ percentile }) => percentile))),
  ].sort((a, b) => a - b);
  return {
    columns: [
      { key: "percentile", head: "Percentile" },
      ...series.map(({ key, label }) => ({ key, head: label, unit: "ms", numeric: true })),
    ],
    rows: percentiles.map((percentile) => {
      const values = series.map((each) => valueAt(each, percentile));
      return {
        key: percentile,
        values: [percentile, ...values],
        cells: [percentileText(percentile), ...values.map(formatDuration)],
      };
    }),
  };
}
