import { readComputeMs, type TuningFacts } from "./facts.ts";

/** Queue and compute times of requests at the measured load. */
export interface LoadFigures {
  /** ms per request. */
  readonly queueMs: number;
  readonly computeMs: number;
  /** Queue time as a share of queue and compute time, 0..1. */
  readonly waitShare: number;
  readonly requestsPerSecond: number;
  /** Mean number of waiting requests by Little's law (1961): rate × time in queue. */
  readonly waiting: number;
  readonly meanBatch: number;
  /** Clients of a closed loop; null in an open loop. */
  readonly clients: number | null;
}

/** Null if nothing was measured or the server reported no times. */
export function loadFigures(facts: TuningFacts): LoadFigures | null {
  const { measured } = facts;
  const queueMs = measured?.server?.queueMs ?? null;
  const computeMs = readComputeMs(facts);
  if (!measured || queueMs === null || computeMs === null) return null;
  const { load, requestsPerSecond, server } = measured;
  return {
    queueMs,
    computeMs,
    waitShare: queueMs + computeMs > 0 ? queueMs / (queueMs + computeMs) : 0,
    requestsPerSecond,
    waiting: (requestsPerSecond * queueMs) / 1000,
    meanBatch: server?.meanBatch ?? 1,
    clients: load.kind === "concurrency" ? load.value : null,
  };
}

/**
 * Time of a batch by size, ms: a line through the times of the sizes that ran, weighted by executions. Null if fewer than
 * two sizes ran or larger batches were not slower.
 */
export function batchCost({ batchTimes }: TuningFacts): ((size: number) => number) | null {
  const known = batchTimes.filter(({ executions, meanMs }) => executions > 0 && meanMs > 0);
  if (known.length < 2) return null;
  const sum = (value: (each: (typeof known)[number]) => number) =>
    known.reduce((total, each) => total + each.executions * value(each), 0);
  const weight = sum(() => 1);
  const size = sum((each) => each.size) / weight;
  const time = sum(({ meanMs }) => meanMs) / weight;
  const slope =
    sum((each) => (each.size - size) * (each.meanMs - time)) /
    sum((each) => (each.size - size) ** 2);
  const start = time - slope * size;
  if (!(slope > 0) || start < 0) return null;
  return (items) => start + slope * items;
}

/** Drop of the time per item from one batch size to another, as a share. */
export function itemSaving(cost: (size: number) => number, from: number, to: number): number {
  return 1 - cost(to) / to / (cost(from) / from);
}

export function instanceCount({ config }: TuningFacts): number {
  const total = config.instance_group.reduce(
    (sum, { count, gpus }) => sum + Math.max(1, count) * Math.max(1, gpus.length),
    0,
  );
  return Math.max(1, total);
}

export const NOT_MEASURED = "Unknown: the server reported no queue and compute times.";

/** "12 ms of 14 ms in queue (86 %)" */
export function describeWait({ queueMs, computeMs, waitShare }: LoadFigures): string {
  return `${formatMs(queueMs)} of ${formatMs(queueMs + computeMs)} in queue (${formatShare(waitShare)})`;
}

export function formatMs(ms: number): string {
  return ms < 1 ? `${Math.round(ms * 1000)} µs` : `${Number(ms.toPrecision(2))} ms`;
}

export const formatShare = (share: number) => `${Math.round(share * 100)} %`;
/** With at most one decimal. */
export const formatCount = (value: number) => `${Number(value.toFixed(value < 10 ? 1 : 0))}`;
