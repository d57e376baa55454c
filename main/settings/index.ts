export { RepositoryChoice } from "./repository-choice.ts";
export { readSetting, writeSetting } from "./setting-rows.ts";
export { settingsMigrations, SettingsStore } from "./settings.ts";
