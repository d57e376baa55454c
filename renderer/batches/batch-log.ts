import type { BatchFrame, ExecutedBatch, ReasonCount } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { addReasons, sum } from "./reason-counts.ts";

/** A batch with its place on the time line. */
export interface PlacedBatch extends ExecutedBatch {
  readonly id: number;
  /** ms since the epoch: when its instance began with it, and when it was done. */
  readonly start: number;
  readonly end: number;
}

/** All that ran in a stretch of time, though not each batch of it may be listed. */
export interface Stretch extends Pick<BatchFrame, "from" | "to" | "reasons" | "dropped"> {
  readonly listed: number;
  /** Until here every batch is listed; `to`, unless some were left out. */
  readonly listedUntil: number;
}

/** What is remembered of a model's batches; bounded. */
export interface BatchLog {
  /** In the order in which they ended. */
  readonly batches: readonly PlacedBatch[];
  readonly stretches: readonly Stretch[];
  readonly lastId: number;
  /** By instance, where its last batch ended. */
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
    // One that left the queue while its instance still ran another begins when that ended.
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

/** The lane a batch is drawn in: its instance, and its version, as two may name their instances alike. */
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

/** Counts by reason over a span: of all batches, or in a span so short that stretches are too coarse, of those listed. */
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

/** Batches in a span that ran and are not listed one by one. */
export function unlistedWithin(log: BatchLog, [from, to]: Span): number {
  return log.stretches
    .filter((each) => each.to > from && each.to <= to)
    .reduce(
      (total, { reasons, listed, dropped }) =>
        total + sum(reasons, ({ batches }) => batches) - listed + dropped,
      0,
    );
}

/** Parts of a span of which not every batch is known: before watching began, and where too many ran. */
export function gapsWithin({ batches, stretches }: BatchLog, [from, to]: Span): Span[] {
  // Older batches than these were let go.
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
