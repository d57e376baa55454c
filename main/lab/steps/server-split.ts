import type { ModelStatistics, StatisticDuration } from "../../../engine/types.ts";
import type { ServerSplit } from "../../contract/index.ts";
import type { StatisticsReading } from "./server-reading.ts";

/**
 * What the server did between two readings, all models and versions together. Null if it reported nothing, or if its
 * counters were reset in between.
 */
export function splitBetween(
  before: StatisticsReading | null,
  after: StatisticsReading | null,
): ServerSplit | null {
  if (!before || !after || beganAnew(before, after)) return null;
  const pairs = after.models.map((now) => ({
    now,
    was: before.models.find(({ name, version }) => name === now.name && version === now.version),
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
  if (pairs.length === 0) return null;
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
    cacheHitMs: meanMs(duration("cache_hit")),
    cacheMissMs: meanMs(duration("cache_miss")),
    batches: batches(pairs),
  };
}

/** Whether a version's counter went down: the model was reloaded, or the server replaced. */
export function beganAnew(
  before: StatisticsReading | null,
  after: StatisticsReading | null,
): boolean {
  if (!before || !after) return false;
  const counters = ({ inference_count, execution_count, inference_stats }: ModelStatistics) => [
    inference_count,
    execution_count,
    inference_stats.success.count,
    inference_stats.fail.count,
  ];
  return after.models.some((now) => {
    const was = before.models.find(
      ({ name, version }) => name === now.name && version === now.version,
    );
    return was && counters(now).some((count, index) => count < (counters(was)[index] ?? 0));
  });
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
