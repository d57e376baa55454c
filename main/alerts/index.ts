export { Alerts } from "./alerts.ts";
export { AlertStore, alertMigrations } from "./alert-store.ts";
export { alertsDomain } from "./domain.ts";
