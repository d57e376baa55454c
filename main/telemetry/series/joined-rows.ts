import { reportFault } from "../../../base/faults.ts";
import type { Observer } from "../polling/observer.ts";
import { gapsBetween } from "./gaps.ts";
import { type MetricsRecord, NO_RECORD } from "./metrics-record.ts";
import { recordedRows } from "./recorded-rows.ts";
import type { Row } from "./recent.ts";

/** The stored intervals of servers. */
export interface Past {
  /** Intervals that end in (from, to], oldest first, not finer than `stepMs` if coarser ones exist. */
  rows(serverId: string, from: number, to: number, stepMs: number): Promise<Row[]>;
}

/** Intervals of a server that end in (from, to], out of memory, from disk and from what others recorded. */
export type ReadRows = (
  observer: Observer,
  from: number,
  to: number,
  stepMs: number,
) => Promise<Row[]>;

/** The newest as observed, the others as stored; what was neither observed nor stored comes from the record. */
export function joinedRows(past: Past, record: MetricsRecord = NO_RECORD): ReadRows {
  return async (observer, from, to, stepMs) => {
    const { recent, server, subscriptions } = observer;
    const since = recent.since ?? Number.POSITIVE_INFINITY;
    const kept =
      from < since ? await past.rows(server.id, from, Math.min(to, since - 1), stepMs) : [];
    const own = [...kept, ...recent.between(from, to)];
    const gaps = gapsBetween(own, { from, to, stepMs });
    const [first] = gaps;
    if (!first) return own;
    const models = (observer.latest()?.delta.models ?? []).map(({ name }) => name);
    const whole = { from: first.from, to: gaps.at(-1)?.to ?? first.to, stepMs };
    const whose = { server, models, keys: subscriptions.keys() };
    const recorded = await recordedRows(record, whose, whole).catch((error: unknown) => {
      reportFault("history", error);
      return [];
    });
    const missing = recorded.filter(({ t }) => gaps.some((gap) => t > gap.from && t <= gap.to));
    if (missing.length === 0) return own;
    return [...own, ...missing].sort((a, b) => a.t - b.t);
  };
}
