export { alertMigrations } from "./alert-store.ts";
export { startAlerts } from "./start-alerts.ts";
