export { secretKeeper } from "./connections/connection-secrets.ts";
export { ConnectionStore, connectionMigrations } from "./connections/connection-store.ts";
export { Connections } from "./connections/connections.ts";
export { resolveAccess } from "./connections/resolve-access.ts";
export { serverDirectory } from "./directory.ts";
export { startServers } from "./start-servers.ts";
export { EMBEDDED_ID, EmbeddedServer } from "./embedded.ts";
export { openServer } from "./open-server.ts";
export * from "./secrets/index.ts";
export { watchStops } from "./stopped-models.ts";
export type { ServerAdapter, ServerDirectory } from "./adapter.ts";
export { parseAddress } from "./address.ts";
export { type Connection, connection, plainConnection } from "./connections/connection.ts";
export { type BatchSink, type EngineInsight, requireInsight } from "./insight.ts";
export {
  type Breakdown,
  FAILURE_REASONS,
  type Observation,
  type RawFigure,
  type TritonAnswers,
} from "./observation.ts";
export { PerServer } from "./per-server.ts";
export { versionFigure } from "./version-figure.ts";
export {
  type HeaderFromEnvironment,
  plainEndpoints,
  type TlsFiles,
  type ClientEndpoint,
  type ClientEndpoints,
} from "./client-endpoints.ts";
