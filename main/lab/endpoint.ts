import { StatusError } from "../../engine/protocol/status.ts";
import type { ServerStatus, Wire } from "../contract/index.ts";

/** HOST:PORT of a server for a wire. UNAVAILABLE while it has none. */
export function endpointOf(status: ServerStatus, wire: Wire): string {
  const protocol = wire === "http" ? "http" : "grpc";
  const address = status.endpoints?.[protocol];
  if (address) return address.replace(/^https?:\/\//, "");
  throw new StatusError(
    "UNAVAILABLE",
    `${status.name} cannot be reached over ${protocol}: it is ${status.state}${status.reason ? ` (${status.reason})` : ""}.`,
  );
}
