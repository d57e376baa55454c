import { StatusError } from "../../base/status-error.ts";
import type { PromSeries, RequestParams, RequestResult } from "../contract/index.ts";
import type { Labels, PrometheusApi } from "./api.ts";
import { usesLabels, withVariables } from "./promql.ts";

/** More lines can't be distinguished. */
const MAX_SERIES = 20;
/** Prometheus' own default; what `$__rate_interval` is made of, since the API does not say how often a series is scraped. */
const SCRAPE_MS = 15_000;

type Asked = Pick<RequestParams<"prometheus.query">, "query" | "from" | "to" | "maxPoints">;

/** A query over a time range, for a chart. `labels`: for `$labels`; null without a link. INVALID_ARGUMENT. */
export async function chartQuery(
  api: PrometheusApi,
  { query, from, to, maxPoints }: Asked,
  labels: Labels | null,
  signal: AbortSignal,
): Promise<RequestResult<"prometheus.query">> {
  if (!(to > from))
    throw new StatusError("INVALID_ARGUMENT", "The time range ends before it begins.");
  if (labels === null && usesLabels(query))
    throw new StatusError(
      "INVALID_ARGUMENT",
      "$labels stands for the labels of the server, and none were chosen for it yet. Choose its series under “Metrics source”, or write the labels into the query.",
      { details: { field: "query" } },
    );
  const stepMs = Math.max(1000, Math.ceil((to - from) / maxPoints / 1000) * 1000);
  const sent = withVariables(query, { labels, stepMs, scrapeMs: SCRAPE_MS });
  const range = {
    from: Math.ceil(from / stepMs) * stepMs,
    to: Math.floor(to / stepMs) * stepMs,
    stepMs,
  };
  const { series, warnings } = await api.queryRange(sent, range, signal);
  return {
    series: series.slice(0, MAX_SERIES).map(
      ({ labels: own, points }): PromSeries => ({
        labels: { ...own },
        points: points.map(([t, value]) => [t, Number.isFinite(value) ? value : null]),
      }),
    ),
    leftOut: Math.max(0, series.length - MAX_SERIES),
    stepSeconds: stepMs / 1000,
    query: sent,
    warnings: [...warnings],
  };
}
