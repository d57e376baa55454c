import type { Clock } from "../../base/clock.ts";
import type { ServerKind } from "../contract/index.ts";
import { BackOff } from "./back-off.ts";
import type { Connection } from "./connections/connection.ts";
import { endpointsOf, isSecure } from "./connections/endpoints.ts";
import { resolveAccess } from "./connections/resolve-access.ts";
import { toClientEndpoints } from "./connections/to-client-endpoints.ts";
import { openPeer } from "./open-peer.ts";
import { RemoteServer, type ServerDoor, type ServerIdentity } from "./remote-server.ts";
import type { Vault } from "./secrets/vault.ts";

export interface ServerParts {
  readonly clock: Clock;
  readonly vault: Vault;
  /** 0..1, for pauses that differ from server to server. */
  readonly random: () => number;
  /** Called with a sentence when answers of a server are cut. */
  readonly report?: (message: string) => void;
}

/**
 * Opens a server that a connection describes: it is asked at once, recognised where the kind is `auto`, and asked again
 * with longer and longer pauses while it is silent. Throws INVALID_ARGUMENT for an invalid address.
 */
export function openServer(
  identity: ServerIdentity,
  connection: Connection,
  parts: ServerParts,
): RemoteServer {
  const door = doorOf(identity, connection, parts);
  return new RemoteServer(identity, door, parts.clock, new BackOff(parts.random));
}

export function doorOf(
  { id, name }: Pick<ServerIdentity, "id" | "name">,
  connection: Connection,
  { vault, report = () => {} }: Pick<ServerParts, "vault" | "report">,
): ServerDoor {
  const wanted = connection.kind === "auto" ? null : connection.kind;
  let seen: ServerKind | null = wanted;
  const access = () => resolveAccess(connection, vault);
  return {
    kind: wanted ?? (connection.grpc.trim() === "" ? "openInference" : "triton"),
    endpoints: endpointsOf(connection),
    secure: isSecure(connection),
    clientEndpoints: toClientEndpoints(connection),
    access,
    open: async (signal) => {
      const { models } = connection;
      const peer = await openPeer(id, await access(), { wanted, seen, models }, signal);
      seen = peer.kind;
      return peer;
    },
    report: (message) => report(`${name}: ${message}`),
  };
}
