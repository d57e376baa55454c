export { ConfigService } from "./config-service.ts";
export { ConfigStore, configMigrations } from "./config-store.ts";
export { configsDomain } from "./domain.ts";
export { Exports } from "./exports.ts";
export { modelFilesDomain } from "./model-files.ts";
