import { StatusError } from "../../engine/protocol/status.ts";
import type { ServerStatus, TrialRequest } from "../contract/index.ts";

/** HOST:PORT of a server for a wire. UNAVAILABLE where it has none. */
export function addressOf(status: ServerStatus, wire: TrialRequest["wire"]): string {
  const address = status.endpoints?.[wire];
  if (address) return address;
  const name = wire === "http" ? "HTTP" : "gRPC";
  throw new StatusError(
    "UNAVAILABLE",
    status.endpoints
      ? `${status.name} has no ${name} address; connect it with one, or choose the other protocol.`
      : `${status.name} has no address while it is ${status.state}.`,
  );
}
