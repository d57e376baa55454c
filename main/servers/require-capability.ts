import { StatusError } from "../../base/status-error.ts";
import type { ServerCapability } from "../contract/index.ts";
import type { ServerAdapter } from "./adapter.ts";

/**
 * UNIMPLEMENTED if a server lacks the capability, with `lacks` after its name; UNAVAILABLE if unknown because the
 * server hasn't responded yet.
 */
export function requireCapability(
  server: ServerAdapter,
  capability: ServerCapability,
  lacks: string,
): void {
  const { capabilities, status } = server;
  if (capabilities.includes(capability)) return;
  if (capabilities.length === 0 && status.state !== "live")
    throw new StatusError("UNAVAILABLE", `${status.name} has not answered yet.`);
  throw new StatusError("UNIMPLEMENTED", `${status.name} ${lacks}`);
}
