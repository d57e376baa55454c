import type { ExportedMetric, SeriesKey } from "../../main/contract/index.ts";
import { formatBytes, formatCount, formatDuration } from "../format/numbers.ts";

export type MetricKey = Extract<SeriesKey, { kind: "metric" }>;
export type ShownMetric = Omit<MetricKey, "kind">;
export type As = MetricKey["as"];

export const seriesFormLabels: Record<As, string> = {
  value: "Value",
  rate: "Per second",
  mean: "Mean",
  p50: "p50",
  p95: "p95",
  p99: "p99",
};

/** Chart forms for each type of metric, most useful first. */
export const chartForms: Record<ExportedMetric["type"], readonly [As, ...As[]]> = {
  counter: ["rate", "value"],
  gauge: ["value"],
  histogram: ["p95", "p50", "p99", "mean", "rate"],
  summary: ["mean", "rate"],
  untyped: ["value", "rate"],
};

/** Labels in Prometheus's notation: model="a", version="1". */
export function labelsText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ");
}

interface MetricText {
  readonly unit: string;
  readonly text: (value: number | null) => string;
}

const inMs = (factor: number): MetricText => ({
  unit: "ms",
  text: (value) => formatDuration(value === null ? null : value * factor),
});

/** Format of a metric's values, by the unit suffix of its name that Prometheus recommends. */
export function metricText(name: string, as: As): MetricText {
  if (as === "rate") return { unit: "/s", text: (value) => suffixed(value, "/s") };
  if (/(_timestamp|_time|_created)(_seconds)?$/.test(name)) return { unit: "", text: formatCount };
  const base = name.replace(/_(total|sum|count|bucket)$/, "");
  if (/_(seconds|duration_s)$/.test(base)) return inMs(1000);
  if (/_(ms|milliseconds)$/.test(base)) return inMs(1);
  if (/_(us|microseconds)$/.test(base)) return inMs(0.001);
  if (/_(ns|nanoseconds)$/.test(base)) return inMs(1e-6);
  if (base.endsWith("_bytes")) return { unit: "bytes", text: formatBytes };
  return { unit: "", text: formatCount };
}

const suffixed = (value: number | null, unit: string) =>
  value === null ? formatCount(value) : `${formatCount(value)}${unit}`;
