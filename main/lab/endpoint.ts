import { StatusError } from "../../engine/protocol/status.ts";
import type { ExperimentPlan, ServerStatus } from "../contract/index.ts";

/** HOST:PORT of a server for a wire. UNAVAILABLE while it has none. */
export function endpointOf(status: ServerStatus, wire: ExperimentPlan["wire"]): string {
  const address = status.endpoints?.[wire];
  if (address) return address.replace(/^https?:\/\//, "");
  throw new StatusError(
    "UNAVAILABLE",
    `${status.name} cannot be reached over ${wire}: it is ${status.state}${status.reason ? ` (${status.reason})` : ""}.`,
  );
}
