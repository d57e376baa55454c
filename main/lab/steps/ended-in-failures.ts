import type { ExperimentStep } from "../../contract/index.ts";

/** As when the server goes away: nothing succeeded at the end. */
export function endedInFailures({ windows }: Pick<ExperimentStep, "windows">): boolean {
  const last = windows.findLast(({ successes, failures }) => successes + failures > 0);
  return last !== undefined && last.successes === 0;
}
