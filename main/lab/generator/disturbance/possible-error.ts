import type { PossibleError } from "../../../contract/index.ts";
import { SUCCESS } from "../outcome.ts";
import type { RequestLog } from "../request-log.ts";
import { type CpuTimes, cpuTimes } from "./cpu-times.ts";
import type { Message, Observed } from "./probe.ts";
import { WaitCourse } from "./wait-course.ts";

const PERCENTILES = { p50: 50, p90: 90, p95: 95, p99: 99 } as const;
type Name = keyof typeof PERCENTILES;
const names = Object.keys(PERCENTILES) as Name[];

/** The measurement: rows of requests in monotonic ms, and what the probe saw. */
export interface Measured {
  readonly log: RequestLog;
  /** Rows are in order of their schedule, not of their ends. */
  readonly open: boolean;
  readonly observed: Observed;
  /** CPU time of the generator within the span, ms. */
  readonly generatorMs: number;
}

/** By how much percentiles of the response time may read high; null without a success or a sample of the probe. */
export function possibleError({
  log,
  open,
  observed,
  generatorMs,
}: Measured): PossibleError | null {
  const { samples } = observed;
  const rows = successes(log, open);
  if (rows.responses.length === 0 || samples.length < 2) return null;
  const cpu = cpuTimes(samples, generatorMs);
  const measured = rows.responses.toSorted();
  const without = (delay: (row: number) => number, least = 0) => {
    const times = rows.responses
      .map((response, row) => Math.max(least, response - delay(row)))
      .sort();
    return byName((name) => at(measured, name) - at(times, name));
  };
  const receipt = receiptDelay(rows, observed, cpu !== null);
  const waits = cpu && waitsFor({ rows, samples, cpu, receipt });
  return {
    sending: open ? without((row) => rows.late[row] as number) : null,
    receiving: without(receipt),
    waiting: waits && without(waits.sinceBusy, leastResponse(rows, waits.whileOut)),
    otherCores: cpu?.otherCores ?? null,
  };
}

/** Columns, one entry per success; ms. */
interface Rows {
  readonly responses: Float64Array;
  /** From the scheduled instant until it was sent. */
  readonly late: Float64Array;
  readonly sentAt: Float64Array;
  readonly doneAt: Float64Array;
  /** Since when the server has been busy without a break; for a closed loop like `sentAt`. */
  readonly busyFrom: Float64Array;
}

function successes(log: RequestLog, open: boolean): Rows {
  const count = log.rows;
  const column = () => new Float64Array(count);
  const rows = {
    responses: column(),
    late: column(),
    sentAt: column(),
    doneAt: column(),
    busyFrom: column(),
  };
  let filled = 0;
  let lastDone = Number.NEGATIVE_INFINITY;
  let busyFrom = 0;
  for (let row = 0; row < count; row++) {
    if (log.outcome(row) !== SUCCESS) continue;
    const response = log.response(row) / 1000;
    const service = log.service(row) / 1000;
    const done = open ? log.at(row) + response : log.at(row);
    const sent = done - service;
    if (!open || sent >= lastDone) busyFrom = sent;
    lastDone = Math.max(lastDone, done);
    rows.responses[filled] = response;
    rows.late[filled] = Math.max(0, response - service);
    rows.sentAt[filled] = sent;
    rows.doneAt[filled] = done;
    rows.busyFrom[filled] = busyFrom;
    filled += 1;
  }
  return {
    responses: rows.responses.subarray(0, filled),
    late: rows.late.subarray(0, filled),
    sentAt: rows.sentAt.subarray(0, filled),
    doneAt: rows.doneAt.subarray(0, filled),
    busyFrom: rows.busyFrom.subarray(0, filled),
  };
}

/** Minimum length of an event-loop stall, ms; if waits are not reported, shorter ones count as well. */
const STALL_MS = 5;
const SEEN_MS = 0.5;

/**
 * Upper bound of how late a response was handled: the thread's waits for a CPU just before, or a stall of its event
 * loop.
 */
function receiptDelay(rows: Rows, { samples, messages }: Observed, hasWaits: boolean) {
  const own = new WaitCourse(samples, "ownWaitMs", "ownSlices");
  const stalls = findStalls(messages, hasWaits ? STALL_MS : SEEN_MS);
  return (row: number) => {
    const [sent, done] = [rows.sentAt[row] as number, rows.doneAt[row] as number];
    const waited = Math.min(own.between(sent, done), own.around(done));
    return Math.min(done - sent, Math.max(waited, stalls(done)));
  };
}

/** Since when the event loop had been blocked at an instant, as messages show it; ms. */
function findStalls(messages: readonly Message[], leastMs: number): (at: number) => number {
  const stalls = messages.filter(({ postedAt, handledAt }) => handledAt - postedAt >= leastMs);
  return (at) => {
    let longest = 0;
    // Ascending; few of them.
    for (const { postedAt, handledAt } of stalls) {
      if (postedAt > at) break;
      // What arrives in the stall is handled in the same turn of the loop.
      if (at <= handledAt + 1) longest = Math.max(longest, at - postedAt);
    }
    return longest;
  };
}

/** What the quickest request would have taken without the waits during it: no response takes less, ms. */
function leastResponse({ responses }: Rows, whileOut: (row: number) => number): number {
  return responses.reduce(
    (least, response, row) => Math.min(least, Math.max(0, response - whileOut(row))),
    Number.POSITIVE_INFINITY,
  );
}

interface Waiting {
  readonly rows: Rows;
  readonly samples: Observed["samples"];
  readonly cpu: CpuTimes;
  /** How late the response of a row was handled, ms. */
  readonly receipt: (row: number) => number;
}

/**
 * How long other work delayed a request: the server's waits for a CPU and the generator's own during the request and,
 * because of the queue, since the server became busy. A late response counts here as well, since both delays add up.
 */
function waitsFor({ rows, samples, cpu, receipt }: Waiting) {
  const server = new WaitCourse(samples, "serverWaitMs", "serverSlices");
  const own = new WaitCourse(samples, "ownWaitMs", "ownSlices");
  const since = (row: number, from: number) => {
    const [sent, done] = [rows.sentAt[row] as number, rows.doneAt[row] as number];
    const waited = server.between(from, done) + Math.max(own.between(sent, done), receipt(row));
    return cpu.otherShare * (waited + (rows.late[row] as number));
  };
  return {
    whileOut: (row: number) => since(row, rows.sentAt[row] as number),
    sinceBusy: (row: number) => since(row, rows.busyFrom[row] as number),
  };
}

function byName(read: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, Math.max(0, read(name))])) as Record<
    Name,
    number
  >;
}

function at(ascending: Float64Array, name: Name): number {
  const rank = Math.max(1, Math.ceil((PERCENTILES[name] / 100) * ascending.length - 1e-9));
  return ascending[rank - 1] as number;
}
