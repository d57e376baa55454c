export { tuningMigrations } from "./session-store.ts";
export { startTuning } from "./start-tuning.ts";
