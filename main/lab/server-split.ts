import type { ModelStatistics, StatisticDuration } from "../../engine/types.ts";
import type { ExperimentStep } from "../contract/index.ts";

export type ServerSplit = NonNullable<ExperimentStep["server"]>;

/** A server's counters of one model and when they were read, monotonic ms. */
export interface StatisticsReading {
  readonly at: number;
  readonly models: readonly ModelStatistics[];
}

/** Null where the server does not answer. The time is the middle of the call. */
export async function readStatistics(
  ask: () => Promise<ModelStatistics[]>,
  monotonic: () => number,
): Promise<StatisticsReading | null> {
  const asked = monotonic();
  try {
    const models = await ask();
    return { models, at: (asked + monotonic()) / 2 };
  } catch {
    return null;
  }
}

/**
 * What the server did between two readings, all versions together or the one named. Null where it told
 * nothing, or where its counters started anew in between.
 */
export function splitBetween(
  before: StatisticsReading | null,
  after: StatisticsReading | null,
  version: string,
): ServerSplit | null {
  if (!before || !after) return null;
  const wanted = after.models.filter((model) => version === "" || model.version === version);
  const pairs = wanted.map((now) => ({
    now,
    was: before.models.find((model) => model.version === now.version),
  }));
  const sum = (read: (statistics: ModelStatistics) => number) =>
    pairs.reduce((total, { now, was }) => total + read(now) - (was ? read(was) : 0), 0);
  const duration = (name: keyof ModelStatistics["inference_stats"]): StatisticDuration => ({
    count: sum((statistics) => statistics.inference_stats[name].count),
    ns: sum((statistics) => statistics.inference_stats[name].ns),
  });
  const inferences = sum(({ inference_count }) => inference_count);
  const executions = sum(({ execution_count }) => execution_count);
  const success = duration("success");
  if (pairs.length === 0 || Math.min(inferences, executions, success.count) < 0) return null;
  return {
    seconds: (after.at - before.at) / 1000,
    requests: success.count,
    failures: duration("fail").count,
    inferences,
    executions,
    meanBatch: executions === 0 ? null : inferences / executions,
    queueMs: meanMs(duration("queue")),
    computeInputMs: meanMs(duration("compute_input")),
    computeInferMs: meanMs(duration("compute_infer")),
    computeOutputMs: meanMs(duration("compute_output")),
    requestMs: meanMs(success),
    cacheHits: duration("cache_hit").count,
    cacheMisses: duration("cache_miss").count,
    batches: batches(pairs),
  };
}

const meanMs = ({ count, ns }: StatisticDuration) => (count === 0 ? null : ns / count / 1e6);

/** Executions by batch size, sizes ascending. */
function batches(
  pairs: readonly { now: ModelStatistics; was: ModelStatistics | undefined }[],
): [number, number][] {
  const executions = new Map<number, number>();
  const add = (statistics: ModelStatistics, sign: 1 | -1) => {
    for (const { batch_size, compute_infer } of statistics.batch_stats) {
      executions.set(batch_size, (executions.get(batch_size) ?? 0) + sign * compute_infer.count);
    }
  };
  for (const { now, was } of pairs) {
    add(now, 1);
    if (was) add(was, -1);
  }
  return [...executions].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
}
