export { whatIfMigrations } from "./execution-log-store.ts";
export { startWhatIf } from "./start-what-if.ts";
