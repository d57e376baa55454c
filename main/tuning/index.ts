export { configsOf } from "./configs-of.ts";
export { tuningDomain } from "./domain.ts";
export { labOf } from "./lab-of.ts";
export { SessionStore, tuningMigrations } from "./session-store.ts";
export { Sessions } from "./sessions.ts";
