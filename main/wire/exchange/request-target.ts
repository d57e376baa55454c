import { StatusError } from "../../../base/status-error.ts";
import type { TrialRequest } from "../../contract/index.ts";
import type { Target } from "../index.ts";
import type { ServerAdapter } from "../../servers/index.ts";

/**
 * How one request reaches a server over a protocol, with secrets. UNAVAILABLE without an endpoint, FAILED_PRECONDITION
 * through a proxy.
 */
export async function requestTarget(
  server: ServerAdapter,
  wire: TrialRequest["wire"],
): Promise<Target> {
  const { status } = server;
  const target = (await server.access())[wire];
  const name = wire === "http" ? "HTTP" : "gRPC";
  if (target?.proxy === null) return target;
  if (target) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `${status.name} is reached through a proxy, which would be timed with it. Send the request from where it is reached without one.`,
    );
  }
  throw new StatusError(
    "UNAVAILABLE",
    status.endpoints
      ? `${status.name} has no ${name} address; connect it with one, or choose the other protocol.`
      : `${status.name} has no address while it is ${status.state}.`,
  );
}
