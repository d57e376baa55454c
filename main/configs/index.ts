export type { ConfigService, HeldConfig } from "./config-service.ts";
export { configMigrations } from "./config-store.ts";
export { findDependents, type RepositoryFinder } from "./dependents.ts";
export { readModelFiles } from "./read-model-files.ts";
export type { Exports } from "./exports.ts";
export { readModelBytes } from "./model-bytes.ts";
export { fileFactsReader } from "./onnx-hints.ts";
export {
  type HeldModel,
  type ModelSources,
  type StoredModels,
  type VersionChoice,
} from "./model-source.ts";
export { readText } from "./read-text.ts";
export { startConfigs } from "./start-configs.ts";
export { canonical } from "./canonical.ts";
export { type LoadRefusal, loadRefusal } from "./control-mode.ts";
export { changedText, settingsFrom } from "./settings-text.ts";
