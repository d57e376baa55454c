import type { ModelStatistics } from "../../../engine/types.ts";
import type { Clock } from "../../../base/clock.ts";
import type { TrafficSpec } from "../generator/messages.ts";
import type { ServerEyes } from "./subject.ts";

/** A server's counters of the measured models and when they were read, ms since the epoch. */
export interface StatisticsReading {
  readonly at: number;
  readonly models: readonly ModelStatistics[];
}

/** Null if the server does not respond. The time is the middle of the call. */
export async function readStatistics(
  ask: () => Promise<ModelStatistics[]>,
  now: () => number,
): Promise<StatisticsReading | null> {
  const asked = now();
  try {
    const models = await ask();
    return { models, at: (asked + now()) / 2 };
  } catch {
    return null;
  }
}

/** Reads the counters of all models of the traffic, of the requested versions. */
export function statisticsReader(
  traffic: readonly TrafficSpec[],
  server: ServerEyes,
  clock: Clock,
): () => Promise<StatisticsReading | null> {
  const versions = new Map<string, Set<string>>();
  for (const { model, modelVersion } of traffic) {
    versions.set(model, (versions.get(model) ?? new Set()).add(modelVersion));
  }
  const wanted = (statistics: ModelStatistics, of: ReadonlySet<string>) =>
    of.has("") || of.has(statistics.version);
  return () =>
    readStatistics(
      async () => {
        const models = [...versions].map(async ([model, of]) =>
          (await server.statistics(model)).filter((each) => wanted(each, of)),
        );
        return (await Promise.all(models)).flat();
      },
      () => clock.now(),
    );
}
