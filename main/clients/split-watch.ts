import type { ModelStatistics } from "../../engine/types.ts";
import type { Clock } from "../../base/clock.ts";
import { pause } from "../../base/wait.ts";
import type { TrialSplit } from "../contract/index.ts";
import { finished, noSplit, splitFromStatistics, splitFromTrace } from "./server-split.ts";

/** The calls that are needed; see ServerAdapter. */
export interface SplitSource {
  statistics(model: string): Promise<ModelStatistics[]>;
  readonly insight: {
    traces(afterId: number): Promise<Parameters<typeof splitFromTrace>[0][]>;
    traceRate(model: string): Promise<number | null>;
  } | null;
}

/** A server counts a request at about the time of its response, so that its counters may be a little late. */
const READINGS = 10;
const INTERVAL_MS = 20;

/**
 * Reads the model's statistics; the returned function reads them again once the request with that id ended, and
 * computes the split. Only reading is repeated, never the request.
 */
export async function watchSplit(
  server: SplitSource,
  model: string,
  clock: Clock,
): Promise<(modelVersion: string, id: string) => Promise<TrialSplit>> {
  const read = () => server.statistics(model).catch((error: Error) => error);
  const before = await read();
  return async (modelVersion, id) => {
    if (before instanceof Error) return noSplit(`No statistics: ${before.message}`);
    const own = (all: readonly ModelStatistics[]) =>
      modelVersion === "" ? all : all.filter(({ version }) => version === modelVersion);
    for (let reading = 1; ; reading++) {
      const after = await read();
      if (after instanceof Error) return noSplit(`No statistics: ${after.message}`);
      if (total(own(after)) > total(own(before)) || reading === READINGS) {
        const split = splitFromStatistics(own(before), own(after));
        return split.provenance === "exact"
          ? split
          : ((await traced(server, model, id, clock)) ?? split);
      }
      await pause(clock, INTERVAL_MS);
    }
  };
}

const total = (all: readonly ModelStatistics[]) =>
  all.reduce((sum, each) => sum + finished(each), 0);

/** Null if the server does not trace, or did not sample this request. */
async function traced({ insight }: SplitSource, model: string, id: string, clock: Clock) {
  try {
    const rate = insight ? await insight.traceRate(model) : null;
    if (!insight || rate === null) return null;
    // At a rate of one in one the trace is sure to come; otherwise it is not waited for.
    for (let reading = rate === 1 ? READINGS : 1; reading > 0; reading--) {
      const records = await insight.traces(0);
      // An ensemble's steps carry its id, too.
      const own = records.find((each) => each.requestId === id && each.modelName === model);
      if (own) return splitFromTrace(own);
      if (reading > 1) await pause(clock, INTERVAL_MS);
    }
  } catch {
    // The statistics have to do.
  }
  return null;
}
