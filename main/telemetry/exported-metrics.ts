import type { ExportedMetric } from "../contract/index.ts";
import { type MetricsText, readMetricsText } from "../servers/metrics/index.ts";

const MAX_SERIES = 200;
const TYPES: readonly string[] = ["counter", "gauge", "histogram", "summary"];
const PARTS = /_(bucket|sum|count)$/;

/** The metrics of an exposition by name, each with its label sets; `le` and `quantile` don't count as labels. */
export async function exportedMetrics(exposition: string): Promise<ExportedMetric[]> {
  const text = await readMetricsText(exposition);
  return [...families(text)]
    .map(([name, parts]) => describeMetric(text, name, parts))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Metrics with their sample names: NAME_bucket, NAME_sum and NAME_count belong to the histogram or summary NAME. */
function families({ samples, types }: MetricsText): Map<string, string[]> {
  return Map.groupBy(samples.keys(), (name) => {
    const base = name.replace(PARTS, "");
    const type = types.get(base);
    return type === "histogram" || type === "summary" ? base : name;
  });
}

/** OpenMetrics' names without `_total` are also found for counters. */
function describeMetric(
  { samples, types, helps }: MetricsText,
  name: string,
  parts: readonly string[],
): ExportedMetric {
  const isDeclared = TYPES.includes(types.get(name) ?? "");
  const declared = isDeclared ? name : name.replace(/_total$/, "");
  const type = types.get(declared) ?? "";
  const series = new Map<string, Record<string, string>>();
  for (const { labels } of parts.flatMap((part) => samples.get(part) ?? [])) {
    if (series.size >= MAX_SERIES) break;
    const { le: _le, quantile: _quantile, ...own } = labels;
    series.set(JSON.stringify(own), own);
  }
  return {
    name,
    type: TYPES.includes(type) ? (type as ExportedMetric["type"]) : "untyped",
    help: helps.get(declared) ?? "",
    series: [...series.values()],
  };
}
