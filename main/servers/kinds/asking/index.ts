export { admitted, type Answer, answerOf, Interview } from "./interview.ts";
export { type MetricsPage, metricsPage, processStart } from "./metrics-page.ts";
