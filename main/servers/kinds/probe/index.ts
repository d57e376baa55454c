export { fetchAdmitted, type HttpResponse, fetchAnswer, Probe } from "./probe.ts";
export { type MetricsPage, metricsPage, MetricsReader, processStart } from "./metrics-page.ts";
