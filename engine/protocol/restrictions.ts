import { isSameSecret } from "../../base/same-secret.ts";
import { StatusError } from "../../base/status-error.ts";

/**
 * Features that can require a key. `repository-index` and `repository-control` are tritonserver's
 * `model-repository`; `telemetry` covers Batchdeck's own services.
 */
export type Feature =
  | "health"
  | "metadata"
  | "inference"
  | "shared-memory"
  | "model-config"
  | "repository-index"
  | "repository-control"
  | "statistics"
  | "trace"
  | "logging"
  | "telemetry";

/** A header and the value that calls of a restricted feature must send. */
export interface Restriction {
  /** As written; case doesn't matter. */
  readonly header: string;
  readonly value: string;
}

/** The restricted features of one protocol. */
export type Restrictions = ReadonlyMap<Feature, Restriction>;

export const NO_RESTRICTIONS: Restrictions = new Map();

/** Prefix of every key over gRPC (tritonserver's kRestrictedProtocolHeaderTemplate). */
export const GRPC_KEY_PREFIX = "triton-grpc-protocol-";

/** The header of the console's calls to the engine that it started. */
export const CONTROL_KEY = "batchdeck-control";

/**
 * Features that `--control-secret` restricts: everything that changes the server or shows its
 * clients.
 */
export const CONTROL_FEATURES: readonly Feature[] = [
  "repository-control",
  "trace",
  "logging",
  "telemetry",
];

/** Prefix of rejections over gRPC. */
export const RESTRICTED_PROTOCOL = "This protocol is restricted";

/**
 * Undefined if the call may continue; else tritonserver's message, PERMISSION_DENIED over HTTP and
 * UNAVAILABLE over gRPC.
 */
export function restrictionError(
  protocol: "http" | "grpc",
  { header, value }: Restriction,
  offered: string | undefined,
): StatusError | undefined {
  // Headers are decoded as Latin-1, flags as UTF-8.
  const bytes = offered === undefined ? undefined : Buffer.from(offered, "latin1").toString();
  if (bytes !== undefined && isSameSecret(bytes, value)) return undefined;
  return protocol === "http"
    ? new StatusError("PERMISSION_DENIED", `This API is restricted, expecting header '${header}'`)
    : new StatusError("UNAVAILABLE", `${RESTRICTED_PROTOCOL}, expecting header '${header}'`);
}
