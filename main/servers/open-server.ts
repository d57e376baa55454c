import type { Clock } from "../../base/clock.ts";
import type { ServerKind } from "../contract/index.ts";
import type { ServerAccess } from "../wire/index.ts";
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
  { id, name, caveat }: ServerIdentity,
  connection: Connection,
  { vault, report = () => {} }: Pick<ServerParts, "vault" | "report">,
): Connector {
  const wanted = connection.kind === "auto" ? null : connection.kind;
  let seen: ServerKind | null = wanted;
  const access = async () => {
    const resolved = await resolveAccess(connection, vault);
    return caveat ? toForwarded(resolved) : resolved;
  };
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

function toForwarded({ grpc, http, metrics }: ServerAccess): ServerAccess {
  const [overGrpc = null, overHttp = null, ofMetrics = null] = [grpc, http, metrics].map(
    (target) => target && { ...target, forwarded: true as const },
  );
  return { grpc: overGrpc, http: overHttp, metrics: ofMetrics };
}
