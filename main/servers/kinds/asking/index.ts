export { admitted, type Answer, answerOf, Interview } from "./interview.ts";
export { type MetricsPage, metricsPage, MetricsReader, processStart } from "./metrics-page.ts";
