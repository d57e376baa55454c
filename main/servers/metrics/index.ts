export { fetchMetrics } from "./fetch-metrics.ts";
export { type MetricsReading, readMetrics } from "./metrics-reading.ts";
export { MetricsSource } from "./metrics-source.ts";
export {
  type MetricFamily,
  type MetricSample,
  parseFamilies,
  parseMetrics,
} from "./metrics-text.ts";
