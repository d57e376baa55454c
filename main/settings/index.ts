export { settingsMigrations, SettingsStore } from "./settings.ts";
