export { startPrometheus } from "./start-prometheus.ts";
export { prometheusMigrations } from "./source-store.ts";
