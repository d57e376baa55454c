export { RepositoryChoice } from "./repository-choice.ts";
export { settingsMigrations, SettingsStore } from "./settings.ts";
