import { StatusError } from "../../base/status-error.ts";
import type { ServerCapability } from "../contract/index.ts";
import type { ServerAdapter } from "./adapter.ts";

/**
 * UNIMPLEMENTED where a server has not the capability, with `lacks` behind its name; UNAVAILABLE where that is not known
 * because it has not answered yet.
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
