import { SUCCESS } from "./outcome.ts";
import type { RequestLog } from "./request-log.ts";
import { supports } from "./supported-percentile.ts";

const MOST_PARTS = 30;
/** Two for each third. */
const LEAST_PARTS = 6;

/**
 * p99 in ms of parts with the same number of successes, in the log's order: as many as have enough for it, at most 30; empty if
 * six don't.
 */
export function p99Course(log: RequestLog): number[] {
  const times = successes(log);
  let parts = MOST_PARTS;
  while (parts >= LEAST_PARTS && !supports(Math.floor(times.length / parts), 99)) parts -= 3;
  if (parts < LEAST_PARTS) return [];
  const size = Math.floor(times.length / parts);
  return Array.from({ length: parts }, (_, part) => {
    const sorted = times.slice(part * size, (part + 1) * size).sort();
    return (sorted[Math.ceil(0.99 * size) - 1] as number) / 1000;
  });
}

/** Response times, µs. */
function successes(log: RequestLog): Float32Array {
  const times = new Float32Array(log.rows);
  let count = 0;
  for (let row = 0; row < log.rows; row++) {
    if (log.outcome(row) === SUCCESS) times[count++] = log.response(row);
  }
  return times.subarray(0, count);
}
