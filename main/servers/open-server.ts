import type { Clock } from "../../base/clock.ts";
import type { ServerKind } from "../contract/index.ts";
import { BackOff } from "./back-off.ts";
import type { Connection } from "./connections/connection.ts";
import { toEndpoints, isSecure } from "./connections/endpoints.ts";
import { resolveAccess } from "./connections/resolve-access.ts";
import { toClientEndpoints } from "./connections/to-client-endpoints.ts";
import { openSession } from "./open-session.ts";
import { RemoteServer, type ServerIdentity } from "./remote-server.ts";
import type { Connector } from "./session-keeper.ts";
import type { Vault } from "./secrets/vault.ts";

export interface ServerParts {
  readonly clock: Clock;
  readonly vault: Vault;
  /** 0..1, so that pauses differ between servers. */
  readonly random: () => number;
  /** Called with a message when a server's responses are cut. */
  readonly report?: (message: string) => void;
}

/**
 * Opens the server of a connection: polls it at once, recognises its kind if that is `auto`, and retries with growing
 * pauses while it is unreachable. Throws INVALID_ARGUMENT for an invalid address.
 */
export function openServer(
  identity: ServerIdentity,
  connection: Connection,
  parts: ServerParts,
): RemoteServer {
  const connector = connectorFor(identity, connection, parts);
  return new RemoteServer(identity, connector, parts.clock, new BackOff(parts.random));
}

export function connectorFor(
  { id, name }: Pick<ServerIdentity, "id" | "name">,
  connection: Connection,
  { vault, report = () => {} }: Pick<ServerParts, "vault" | "report">,
): Connector {
  const wanted = connection.kind === "auto" ? null : connection.kind;
  let seen: ServerKind | null = wanted;
  const access = () => resolveAccess(connection, vault);
  return {
    kind: wanted ?? (connection.grpc.trim() === "" ? "openInference" : "triton"),
    endpoints: toEndpoints(connection),
    secure: isSecure(connection),
    clientEndpoints: toClientEndpoints(connection),
    access,
    open: async (signal) => {
      const { models } = connection;
      const session = await openSession(id, await access(), { wanted, seen, models }, signal);
      seen = session.kind;
      return session;
    },
    report: (message) => report(`${name}: ${message}`),
  };
}
