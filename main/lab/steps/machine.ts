import type { GpuReading, StepMachine } from "../../contract/index.ts";
import type { MetricsReading } from "../../servers/metrics/index.ts";
import type { MetricsReadings } from "./metrics-span.ts";

/** What readings of the metrics report of the machine and of `models` over a span; null without a reading. */
export function summarizeMachine(
  { begin, end, all }: MetricsReadings,
  models: readonly string[],
): StepMachine | null {
  if (all.length === 0) return null;
  return {
    samples: all.length,
    cpuMean: mean(all.map(({ cpuUtilization }) => cpuUtilization)),
    memoryMaxBytes: highest(all.map(({ memoryUsedBytes }) => memoryUsedBytes)),
    gpus: summarizeGpus({ begin, end, all }),
    cacheEvictions: difference(begin?.cache?.evictions, end?.cache?.evictions),
    pendingMean: mean(all.map((reading) => sumPending(reading, models))),
    failures: begin && end ? failuresBetween(begin, end, models) : [],
  };
}

function summarizeGpus({ begin, end, all }: MetricsReadings): StepMachine["gpus"] {
  const uuids = new Set(all.flatMap(({ gpus }) => gpus.map(({ uuid }) => uuid)));
  const gpuIn = (reading: MetricsReading | null, uuid: string) =>
    reading?.gpus.find((gpu) => gpu.uuid === uuid);
  return [...uuids].map((uuid) => {
    const values = (field: Exclude<keyof GpuReading, "uuid">) =>
      all.map((reading) => gpuIn(reading, uuid)?.[field] ?? null);
    return {
      uuid,
      utilizationMean: mean(values("utilization")),
      memoryMaxBytes: highest(values("memoryUsedBytes")),
      memoryTotalBytes: highest(values("memoryTotalBytes")),
      powerMeanWatts: mean(values("powerWatts")),
      energyJoules: difference(gpuIn(begin, uuid)?.energyJoules, gpuIn(end, uuid)?.energyJoules),
    };
  });
}

function sumPending({ pending }: MetricsReading, models: readonly string[]): number | null {
  const known = models.flatMap((model) => pending.get(model) ?? []);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}

/** Empty if a counter is reset. */
function failuresBetween(
  begin: MetricsReading,
  end: MetricsReading,
  models: readonly string[],
): StepMachine["failures"] {
  const counts = new Map<string, number>();
  for (const model of models) {
    const before = begin.failures.get(model) ?? {};
    for (const [reason, count] of Object.entries(end.failures.get(model) ?? {})) {
      const more = count - (before[reason] ?? 0);
      if (more < 0) return [];
      counts.set(reason, (counts.get(reason) ?? 0) + more);
    }
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([reason, count]) => ({ reason, count }));
}

/** Growth of a counter; null if it is missing at an end, or was reset. */
function difference(before?: number | null, after?: number | null): number | null {
  if (typeof before !== "number" || typeof after !== "number") return null;
  return after < before ? null : after - before;
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function highest(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((most, value) => Math.max(most, value));
}
