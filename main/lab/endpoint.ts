import { StatusError } from "../../engine/protocol/status.ts";
import type { ServerStatus, Wire } from "../contract/index.ts";
import type { Target } from "../servers/access.ts";
import type { ServerAdapter } from "../servers/adapter.ts";

const protocolOf = (wire: Wire) => (wire === "http" || wire === "openai" ? "http" : "grpc");

/** HOST:PORT of a server for a wire, to be shown. UNAVAILABLE while it has none. */
export function endpointOf(status: ServerStatus, wire: Wire): string {
  const protocol = protocolOf(wire);
  const address = status.endpoints?.[protocol];
  if (address) return address.replace(/^https?:\/\//, "");
  throw unreachable(status, protocol);
}

/**
 * How a load reaches a server, secrets included: for the generator's process alone. UNAVAILABLE while there is no way,
 * FAILED_PRECONDITION through a proxy, or as the server's access.
 */
export async function targetOf(server: ServerAdapter, wire: Wire): Promise<Target> {
  const protocol = protocolOf(wire);
  const target = (await server.access())[protocol];
  if (!target) throw unreachable(server.status, protocol);
  if (target.proxy === null) return target;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `${server.status.name} is reached through a proxy, whose share in latency and throughput cannot be told from the server's. Put load on it from where it is reached without one.`,
  );
}

function unreachable({ name, state, reason }: ServerStatus, protocol: string): StatusError {
  return new StatusError(
    "UNAVAILABLE",
    `${name} cannot be reached over ${protocol}: it is ${state}${reason ? ` (${reason})` : ""}.`,
  );
}
