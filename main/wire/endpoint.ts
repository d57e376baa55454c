import { StatusError } from "../../base/status-error.ts";
import type { ServerStatus, Wire, ServerKind } from "../contract/index.ts";
import type { ServerAccess, Target } from "./target.ts";

const toProtocol = (wire: Wire) => (wire === "http" || wire === "openai" ? "http" : "grpc");

/** HOST:PORT of a server for a protocol, for display. UNAVAILABLE while it has none. */
export function formatEndpoint(status: ServerStatus, wire: Wire): string {
  const protocol = toProtocol(wire);
  const address = status.endpoints?.[protocol];
  if (address) return address.replace(/^https?:\/\//, "");
  throw unreachable(status, wire);
}

/** A server that load can be sent to. */
interface LoadableServer {
  readonly status: ServerStatus;
  access(): Promise<ServerAccess>;
}

/**
 * The target of a load, including secrets: only for the generator's process. Throws UNAVAILABLE without an endpoint,
 * FAILED_PRECONDITION through a proxy, or the error of the server's access.
 */
export async function loadTarget(server: LoadableServer, wire: Wire): Promise<Target> {
  const protocol = toProtocol(wire);
  const target = (await server.access())[protocol];
  if (!target) throw unreachable(server.status, wire);
  if (target.proxy === null) return target;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `${server.status.name} is reached through a proxy, whose share of latency and throughput can't be separated from the server's. Run the experiment from a machine that reaches it without one.`,
  );
}

/** Why a plan's protocol has no endpoint on a connected server; null if it has one, or if nothing is known. */
export function missingEndpointReason(
  { name, endpoints }: ServerStatus,
  wire: Wire,
): string | null {
  const protocol = toProtocol(wire);
  if (!endpoints || endpoints[protocol] !== "") return null;
  const called = protocol === "http" ? "HTTP" : "gRPC";
  return `${name} has no ${called} address; add one to its connection, or choose another protocol.`;
}

/** HTTP, unless a server is only connected over gRPC. */
export function defaultWire(endpoints: ServerStatus["endpoints"]): "http" | "grpc" {
  return endpoints?.http === "" && endpoints.grpc !== "" ? "grpc" : "http";
}

function unreachable(status: ServerStatus, wire: Wire): StatusError {
  const without = missingEndpointReason(status, wire);
  if (without !== null) return new StatusError("UNAVAILABLE", without);
  const { name, state, reason } = status;
  const protocol = toProtocol(wire);
  return new StatusError(
    "UNAVAILABLE",
    `${name} cannot be reached over ${protocol}: it is ${state}${reason ? ` (${reason})` : ""}.`,
  );
}

/** OpenVINO Model Server serves OpenAI's interface next to those of TensorFlow Serving (v1) and KServe (v2). */
export const chatInterface = (kind: ServerKind): string => (kind === "openvino" ? "/v3" : "/v1");
