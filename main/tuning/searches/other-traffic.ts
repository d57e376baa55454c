import type { Clock } from "../../../base/clock.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { otherRequests as countOthers, WATCH_SECONDS } from "../search/index.ts";

/**
 * FAILED_PRECONDITION, with details `{ otherRequests }`, if the server answers requests while the console sends none. A
 * server that doesn't report its statistics counts as quiet.
 */
export async function requireQuiet(
  server: ServerAdapter,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const otherRequests = await countOthers(() => server.statistics("", signal), clock).catch(
    () => 0,
  );
  if (otherRequests === 0) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `${server.status.name} is serving other requests (${otherRequests} in ${WATCH_SECONDS} s). They would disturb the measurements, and the search would disturb them.`,
    { details: { otherRequests } },
  );
}
