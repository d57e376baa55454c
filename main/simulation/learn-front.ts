import type { Steps } from "../../base/steps.ts";

/** What a server's front end does to its throughput. */
export interface FrontEnd {
  /** What it takes for each request, one request at a time, ns. */
  readonly serialNs: number;
  /** See the simulation's `frontSlowdown`. */
  readonly slowdown: number;
}

/** A closed loop of which a figure was measured that the front end changes: its throughput, or the time outside of queue and batch. */
export interface MeasuredLoop {
  readonly measured: number;
  /** Standard deviation of the figure as a share of it. */
  readonly noise: number;
  /** The figure with such a front end. */
  readonly simulate: (front: FrontEnd) => number;
}

/** How far all figures together may be off for other reasons. */
const SHARED_ERROR = 0.1;
/** How much better than none a front end must explain what was measured, as a logarithm: one more parameter always fits. */
const MIN_LOG_GAIN = 1;
const STEPS = 10;
/** The shortest time that is tried is the longest divided by this. */
const SPAN = 20;

/**
 * The candidate by which simulated closed loops agree best with measured ones (rule SIM-12), the first where no other
 * explains the measurements clearly better. Some tenths of a second of work, in steps.
 */
export function* learnFront(
  loops: readonly MeasuredLoop[],
  candidates: readonly FrontEnd[],
): Steps<FrontEnd> {
  const [first = NO_FRONT_END, ...others] = candidates;
  let [best, least] = [first, disagreement(loops, first) - MIN_LOG_GAIN];
  for (const front of others) {
    const each = disagreement(loops, front);
    if (each < least) [best, least] = [front, each];
    yield;
  }
  return best;
}

const NO_FRONT_END: FrontEnd = { serialNs: 0, slowdown: 0 };

/** None, and serial times up to the longest that can be. */
export function serialFronts(longestNs: number): readonly FrontEnd[] {
  const times = Array.from(
    { length: STEPS },
    (_, step) => longestNs * SPAN ** (step / (STEPS - 1) - 1),
  );
  return [NO_FRONT_END, ...times.map((serialNs) => ({ serialNs, slowdown: 0 }))];
}

/** Negative logarithm of the likelihood, but for a constant: each is off by its noise, all by one shared error. */
function disagreement(loops: readonly MeasuredLoop[], front: FrontEnd): number {
  let [weights, weighted, squares] = [1 / SHARED_ERROR ** 2, 0, 0];
  for (const { measured, noise, simulate } of loops) {
    const off = Math.log(measured / simulate(front));
    const weight = 1 / noise ** 2;
    weights += weight;
    weighted += weight * off;
    squares += weight * off ** 2;
  }
  return (squares - weighted ** 2 / weights) / 2;
}
