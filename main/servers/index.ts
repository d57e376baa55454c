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
export type { ServerAdapter, ServerDirectory } from "./adapter.ts";
export { parseAddress } from "./address.ts";
export { type Connection, connection, plainConnection } from "./connections/connection.ts";
export { torchserveDomain } from "./kinds/torchserve/management/domain.ts";
export { tritonSettingsDomain } from "./kinds/triton/settings/domain.ts";
export { insightOf } from "./insight.ts";
export type { Observation, RawFigure } from "./observation.ts";
export { PerServer } from "./per-server.ts";
export {
  type HeaderFromEnvironment,
  plainWays,
  type TlsFiles,
  type Way,
  type Ways,
} from "./ways.ts";
