import { CONTROL_KEY, GRPC_KEY_PREFIX } from "../../engine/protocol/restrictions.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ServerStatus } from "../contract/index.ts";
import { plainTarget, type ServerAccess } from "../wire/index.ts";
import { openReach } from "./reach.ts";
import type { Connector } from "./session-keeper.ts";
import { tritonClient } from "./triton/index.ts";
import { TritonSession } from "./triton-session.ts";
import { plainEndpoints } from "./client-endpoints.ts";

export interface TritonAddress {
  readonly id: string;
  readonly kind: ServerStatus["kind"];
  readonly endpoints: NonNullable<ServerStatus["endpoints"]>;
  /** Of an engine started with --control-secret=stdin (engine/protocol/SPEC.md, RESTRICT-5). */
  readonly controlSecret?: string | null;
}

/** Connects without encryption to a Triton-like server, over gRPC if it has an address for it. */
export function tritonConnector({ id, kind, endpoints, controlSecret }: TritonAddress): Connector {
  const access: ServerAccess = {
    grpc: plainTarget(endpoints.grpc),
    http: plainTarget(endpoints.http),
    metrics: plainTarget(endpoints.metrics),
  };
  const control = withControlKey(access, controlSecret ?? null);
  return {
    kind,
    endpoints,
    secure: false,
    clientEndpoints: plainEndpoints(endpoints),
    access: () => Promise.resolve(access),
    controlAccess: () => Promise.resolve(control),
    open: (signal) => introduce(id, kind, control, signal),
  };
}

/** Loads, settings and telemetry need the key; inference requests are sent without it. */
function withControlKey(access: ServerAccess, secret: string | null): ServerAccess {
  if (secret === null) return access;
  const { grpc, http } = access;
  return {
    ...access,
    grpc: grpc && { ...grpc, headers: { [GRPC_KEY_PREFIX + CONTROL_KEY]: secret } },
    http: http && { ...http, headers: { [CONTROL_KEY]: secret } },
  };
}

async function introduce(
  id: string,
  kind: ServerStatus["kind"],
  access: ServerAccess,
  signal: AbortSignal,
): Promise<TritonSession> {
  using opening = new DisposableStack();
  const reach = opening.use(openReach(access));
  const client = tritonClient(reach);
  if (!client)
    throw new StatusError("FAILED_PRECONDITION", "There is neither a gRPC nor an HTTP address.");
  try {
    const metadata = await client.serverMetadata({ signal });
    const metrics = access.metrics && reach.metrics;
    const channels = { client, grpc: reach.grpc, metrics, connections: reach };
    const session = new TritonSession(id, kind, metadata, channels);
    opening.move();
    return session;
  } catch (error) {
    throw noTriton(StatusError.from(error));
  }
}

/** Message of a server that doesn't know a call. */
function noTriton(error: StatusError): StatusError {
  if (error.code !== "UNIMPLEMENTED") return error;
  return new StatusError(error.code, `The server isn't a Triton: ${error.message}`, {
    cause: error,
  });
}
