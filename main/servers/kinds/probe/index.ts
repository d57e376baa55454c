export { fetchAdmitted, type HttpResponse, fetchAnswer, Probe, requireAdmission } from "./probe.ts";
export { type MetricsPage, metricsPage, MetricsReader, processStart } from "./metrics-page.ts";
