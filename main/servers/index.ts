export {
  forgetSecrets,
  forgetSecretsIn,
  keepConnection,
  shownConnectionOf,
} from "./connections/connection-secrets.ts";
export { ConnectionStore, connectionMigrations } from "./connections/connection-store.ts";
export { Connections } from "./connections/connections.ts";
export { connectionsDomain } from "./connections/domain.ts";
export { serverDirectory } from "./directory.ts";
export { serversDomain } from "./domain.ts";
export { reportAnswering } from "./events/report-answering.ts";
export { reportRepositories } from "./events/report-repository.ts";
export { EMBEDDED_ID, EmbeddedServer } from "./embedded.ts";
export { openServer } from "./open-server.ts";
export * from "./secrets/index.ts";
export { watchStops } from "./stopped-models.ts";
