import type { Steps } from "../../base/steps.ts";

/** A closed loop whose throughput was measured, requests/s. */
export interface MeasuredLoop {
  readonly throughput: number;
  /** Standard deviation of the throughput as a share of it. */
  readonly noise: number;
  /** Throughput where the front end takes so long for a request, one at a time. */
  readonly simulate: (serialNs: number) => number;
}

/** How far all throughputs together may be off for other reasons. */
const SHARED_ERROR = 0.1;
/** How much better than none the best time must explain what was measured, as a logarithm: one more parameter always fits. */
const LEAST_GAIN = 1;
const STEPS = 10;
/** The shortest time that is tried is the longest divided by this. */
const SPAN = 20;

/**
 * What a server's front end takes for each request, one request at a time, ns: the time by which simulated closed loops
 * agree best with measured ones (rule SIM-12). Few clients hardly wait for each other there, many get no more than one
 * response in that time. 0 where none explains the measurements better. Some tenths of a second of work, in steps.
 */
export function* learnSerial(loops: readonly MeasuredLoop[]): Steps<number> {
  if (loops.length < 2) return 0;
  const longest = 1e9 / Math.max(...loops.map(({ throughput }) => throughput));
  const none = disagreement(loops, 0);
  let [best, least] = [0, none - LEAST_GAIN];
  for (let step = 0; step < STEPS; step++) {
    const serialNs = longest * SPAN ** (step / (STEPS - 1) - 1);
    const each = disagreement(loops, serialNs);
    if (each < least) [best, least] = [serialNs, each];
    yield;
  }
  return best;
}

/** Negative logarithm of the likelihood, but for a constant: each is off by its noise, all by one shared error. */
function disagreement(loops: readonly MeasuredLoop[], serialNs: number): number {
  let [weights, weighted, squares] = [1 / SHARED_ERROR ** 2, 0, 0];
  for (const { throughput, noise, simulate } of loops) {
    const off = Math.log(throughput / simulate(serialNs));
    const weight = 1 / noise ** 2;
    weights += weight;
    weighted += weight * off;
    squares += weight * off ** 2;
  }
  return (squares - weighted ** 2 / weights) / 2;
}
