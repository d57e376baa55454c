export { tuningDomain } from "./domain.ts";
export { SessionStore, tuningMigrations } from "./session-store.ts";
export { Sessions } from "./sessions.ts";
