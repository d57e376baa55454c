import type { Clock } from "../../../base/clock.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { ServerAdapter } from "../../servers/index.ts";

const WATCH_MS = 1000;

/**
 * FAILED_PRECONDITION, with details `{ otherRequests }`, where the server answers requests while none is sent from here.
 * A server that doesn't report its statistics is taken to be quiet.
 */
export async function requireQuiet(
  server: ServerAdapter,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const before = await requestCount(server, signal);
  if (before === null) return;
  await new Promise<void>((resolve) => clock.after(WATCH_MS, resolve));
  const after = await requestCount(server, signal);
  const otherRequests = after === null ? 0 : after - before;
  if (otherRequests <= 0) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `${server.status.name} is serving other requests (${otherRequests} in ${WATCH_MS / 1000} s). They would disturb the measurements, and the search would disturb them.`,
    { details: { otherRequests } },
  );
}

async function requestCount(server: ServerAdapter, signal: AbortSignal): Promise<number | null> {
  try {
    return (await server.statistics("", signal)).reduce(
      (sum, { inference_stats: { success, fail } }) => sum + success.count + fail.count,
      0,
    );
  } catch {
    return null;
  }
}
