export { ConfigService, type HeldConfig } from "./config-service.ts";
export { ConfigStore, configMigrations } from "./config-store.ts";
export { dependentsOf } from "./dependents.ts";
export { configsDomain } from "./domain.ts";
export { Exports } from "./exports.ts";
export { readFileFacts } from "./onnx-hints.ts";
export { modelFilesDomain } from "./model-files.ts";
export { readText } from "./read-text.ts";
export { UnloadedOverrides } from "./unloaded-overrides.ts";
