export { RepositoryChoice } from "./repository-choice.ts";
export { readSetting, settingsMigrations, SettingsStore, writeSetting } from "./settings.ts";
