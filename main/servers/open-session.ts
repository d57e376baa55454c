import { StatusError } from "../../base/status-error.ts";
import type { ServerKind } from "../contract/index.ts";
import type { ServerAccess } from "../wire/index.ts";
import type { GrpcClient } from "../wire/transport/index.ts";
import { InsightClient } from "./insight-client.ts";
import { TELEMETRY_EXTENSION } from "./triton/index.ts";
import { kindName } from "./kinds/index.ts";
import { type Found, type Question, recognise } from "./kinds/recognise.ts";
import { ObservedSession } from "./observed-session.ts";
import type { Session } from "./session.ts";
import { openReach } from "./reach.ts";
import { tritonClient } from "./triton/index.ts";
import { TritonSession } from "./triton-session.ts";

/** What is known of a server before it is contacted. */
interface Foreknowledge {
  /** The kind that the user chose; null: any. */
  readonly wanted: ServerKind | null;
  /** Its last known kind, tried first. */
  readonly seen: ServerKind | null;
  /** Models that the user listed. */
  readonly models?: readonly string[] | undefined;
}

/**
 * Connects, recognises the server's kind and checks that it can be observed. FAILED_PRECONDITION if the server is not
 * of the chosen kind.
 */
export async function openSession(
  serverId: string,
  access: ServerAccess,
  { wanted, seen, models }: Foreknowledge,
  signal: AbortSignal,
): Promise<Session> {
  using opening = new DisposableStack();
  const reach = opening.use(openReach(access, models));
  const asked: Question[] = [];
  const found = await recognise(reach, wanted ?? seen, asked, { signal });
  const session = found && (await sessionFor(serverId, found, reach, signal));
  if (!found || !session) throw stranger(wanted, asked);
  if (wanted !== null && session.kind !== wanted) throw another(wanted, session);
  // A server that is recognised without credentials may still refuse to be observed.
  await session.observe(signal);
  opening.move();
  return session;
}

async function sessionFor(
  serverId: string,
  found: Found,
  reach: ReturnType<typeof openReach>,
  signal: AbortSignal,
): Promise<Session | null> {
  const { grpc, http, metrics } = reach;
  if (found.kind !== "triton")
    return new ObservedSession(serverId, found.kind, found.recognised, reach);
  const client = tritonClient(reach);
  // Triton serves metrics on a separate port.
  const channels = { grpc, metrics: metrics === http ? null : metrics, connections: reach };
  if (grpc && found.metadata.extensions.includes(TELEMETRY_EXTENSION)) {
    channels.grpc = (await isTelemetryRestricted(grpc, signal)) ? null : grpc;
  }
  return client && new TritonSession(serverId, "triton", found.metadata, { ...channels, client });
}

/** An engine that a console started keeps its telemetry private (RESTRICT-5); otherwise it is a Triton-like server. */
async function isTelemetryRestricted(grpc: GrpcClient, signal: AbortSignal): Promise<boolean> {
  try {
    await new InsightClient(grpc).telemetry(signal);
    return false;
  } catch (error) {
    return StatusError.from(error).details.restricted === true;
  }
}

function another(wanted: ServerKind, { kind, version }: Session): StatusError {
  const who = `${kindName(kind)}${version === null ? "" : ` ${version}`}`;
  return new StatusError(
    "FAILED_PRECONDITION",
    `The server is ${who}, not ${kindName(wanted)}; choose that kind, or auto-detect it.`,
  );
}

function stranger(wanted: ServerKind | null, asked: readonly Question[]): StatusError {
  const heard = asked
    .slice(0, 4)
    .map(({ question, answer }) => `${question}: ${answer}`)
    .join("; ");
  const what = wanted === null ? "a supported kind" : kindName(wanted);
  return new StatusError("FAILED_PRECONDITION", `The server is not ${what} (${heard}).`);
}
