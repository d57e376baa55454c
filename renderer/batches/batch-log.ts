import type { BatchFrame, ExecutedBatch, ReasonCount } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { addReasons, sum } from "./reason-counts.ts";

/** A batch with its position on the timeline. */
export interface PlacedBatch extends ExecutedBatch {
  readonly id: number;
  /** When its instance started and finished it, ms since the epoch. */
  readonly start: number;
  readonly end: number;
}

/** Counts over a time range; single batches may be missing from the list. */
export interface Stretch extends Pick<BatchFrame, "from" | "to" | "reasons" | "dropped"> {
  readonly listed: number;
  /** Every batch until here is listed; `to`, unless some were left out. */
  readonly listedUntil: number;
}

/** The most recent batches of a model; bounded. */
export interface BatchLog {
  /** In the order of their end. */
  readonly batches: readonly PlacedBatch[];
  readonly stretches: readonly Stretch[];
  readonly lastId: number;
  /** End of each instance's last batch. */
  readonly ends: Readonly<Record<string, number>>;
  readonly problem: string | null;
}

const MAX_BATCHES = 20_000;
/** Ten minutes of four frames a second. */
const MAX_STRETCHES = 2400;

export const emptyLog: BatchLog = {
  batches: [],
  stretches: [],
  lastId: 0,
  ends: {},
  problem: null,
};

export function addFrame(log: BatchLog, frame: BatchFrame): BatchLog {
  const { from, to, reasons, dropped, problem } = frame;
  const ends = { ...log.ends };
  let { lastId } = log;
  const fresh = frame.batches.map((batch): PlacedBatch => {
    const lane = laneName(batch);
    // A batch that left the queue while its instance was busy starts when the previous one ended.
    const start = Math.max(batch.at, ends[lane] ?? 0);
    const end = start + batch.inputMs + batch.inferMs + batch.outputMs;
    ends[lane] = end;
    lastId += 1;
    return { ...batch, id: lastId, start, end };
  });
  const unlisted = sum(reasons, ({ batches }) => batches) - fresh.length + dropped;
  const listedUntil = unlisted > 0 ? Math.min(to, fresh.at(-1)?.end ?? from) : to;
  const stretch = { from, to, reasons, dropped, listed: fresh.length, listedUntil };
  return {
    batches: [...log.batches, ...fresh].slice(-MAX_BATCHES),
    stretches: [...log.stretches, stretch].slice(-MAX_STRETCHES),
    lastId,
    ends,
    problem,
  };
}

/** A batch's lane: its instance and version, since versions may use the same instance names. */
export function laneName({
  instance,
  version,
}: Pick<ExecutedBatch, "instance" | "version">): string {
  return `${instance} v${version}`;
}

export function batchesWithin(log: BatchLog, [from, to]: Span): PlacedBatch[] {
  return log.batches.filter(({ start, end }) => end >= from && start <= to);
}

const FINE_MS = 2000;

/** Counts by reason in a span: of all batches, or only of listed ones if the span is too short for whole stretches. */
export function reasonsWithin(log: BatchLog, span: Span): ReasonCount[] {
  const [from, to] = span;
  if (to - from < FINE_MS) {
    return addReasons(
      batchesWithin(log, span).map(({ reason, requests, items, oldestWaitMs }) => ({
        reason,
        batches: 1,
        requests,
        items,
        oldestWaitMs,
      })),
    );
  }
  const whole = log.stretches.filter((each) => each.to > from && each.to <= to);
  return addReasons(whole.flatMap(({ reasons }) => reasons));
}

/** Number of batches in a span that aren't listed individually. */
export function unlistedWithin(log: BatchLog, [from, to]: Span): number {
  return log.stretches
    .filter((each) => each.to > from && each.to <= to)
    .reduce(
      (total, { reasons, listed, dropped }) =>
        total + sum(reasons, ({ batches }) => batches) - listed + dropped,
      0,
    );
}

/** Parts of a span with missing batches: before recording started, and where there were too many. */
export function gapsWithin({ batches, stretches }: BatchLog, [from, to]: Span): Span[] {
  // Older batches were dropped.
  const oldest = batches.length === MAX_BATCHES ? (batches[0]?.end ?? from) : from;
  const gaps: Span[] = [];
  let known = from;
  for (const stretch of stretches) {
    if (stretch.to <= from || stretch.from >= to) continue;
    const begin = Math.max(stretch.from, oldest);
    if (begin - known > 1) gaps.push([known, Math.min(begin, to)]);
    known = Math.max(known, begin, stretch.listedUntil);
  }
  if (to - known > 1) gaps.push([known, to]);
  return gaps;
}
