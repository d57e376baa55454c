export { fetchMetrics } from "./fetch-metrics.ts";
export { type MetricsReading, readMetrics } from "./metrics-reading.ts";
export { MetricsSource } from "./metrics-source.ts";
export { type MetricSample, type MetricsText, readMetricsText } from "./metrics-text.ts";
