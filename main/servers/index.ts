export { Connections } from "./connections.ts";
export { connectionsDomain } from "./connections-domain.ts";
export { ConnectionStore, connectionMigrations } from "./connection-store.ts";
export { serverDirectory } from "./directory.ts";
export { serversDomain } from "./domain.ts";
export { EMBEDDED_ID, EmbeddedServer } from "./embedded.ts";
export { watchStops } from "./stopped.ts";
