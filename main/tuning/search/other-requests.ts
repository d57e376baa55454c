import type { Clock } from "../../../base/clock.ts";
import { pause } from "../../../base/wait.ts";
import type { ModelStatistics } from "../../../engine/types.ts";

export const WATCH_SECONDS = 1;

/**
 * Requests that a server answers within {@link WATCH_SECONDS} while the console sends none. Rejects like `statistics`.
 */
export async function otherRequests(
  statistics: () => Promise<readonly ModelStatistics[]>,
  clock: Clock,
): Promise<number> {
  const count = async () =>
    (await statistics()).reduce(
      (sum, { inference_stats: { success, fail } }) => sum + success.count + fail.count,
      0,
    );
  const before = await count();
  await pause(clock, WATCH_SECONDS * 1000);
  return Math.max(0, (await count()) - before);
}
