import { type MetricFamily, parseFamilies } from "../servers/metrics/index.ts";
import type { ExportedMetric } from "../contract/index.ts";

const MOST_SERIES = 200;

/** The metrics of an exposition by name, each with the label sets it has; `le` and `quantile` are part of what it is. */
export function exportedMetrics(exposition: string): ExportedMetric[] {
  return parseFamilies(exposition)
    .map(metricOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function metricOf({ name, type, help, samples }: MetricFamily): ExportedMetric {
  const series = new Map<string, Record<string, string>>();
  for (const { labels } of samples) {
    if (series.size >= MOST_SERIES) break;
    const { le: _le, quantile: _quantile, ...own } = labels;
    series.set(JSON.stringify(own), own);
  }
  return { name, type, help, series: [...series.values()] };
}
