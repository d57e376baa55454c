import type { Steps } from "../../base/steps.ts";

/** What a server's front end does to its throughput. */
export interface FrontEnd {
  /** What it takes for each request, one request at a time, ns. */
  readonly serialNs: number;
  /** See the simulation's `frontSlowdown`. */
  readonly slowdown: number;
}

/** A closed loop whose throughput was measured, requests/s. */
export interface MeasuredLoop {
  readonly throughput: number;
  /** Standard deviation of the throughput as a share of it. */
  readonly noise: number;
  /** Throughput with such a front end. */
  readonly simulate: (front: FrontEnd) => number;
}

/** How far all throughputs together may be off for other reasons. */
const SHARED_ERROR = 0.1;
/** How much better than none a front end must explain what was measured, as a logarithm: one more parameter always fits. */
const MIN_LOG_GAIN = 1;
const STEPS = 10;
/** The shortest time that is tried is the longest divided by this. */
const SPAN = 20;

/**
 * The front end by which simulated closed loops agree best with measured ones (rule SIM-12). Few clients hardly wait for
 * each other there, many get no more than one response in its time. The first candidate where no other explains the
 * measurements clearly better; absent: none, and serial times. Some tenths of a second of work, in steps.
 */
export function* learnFront(
  loops: readonly MeasuredLoop[],
  candidates: readonly FrontEnd[] = serialFronts(loops),
): Steps<FrontEnd> {
  const [first = NONE, ...others] = candidates;
  let [best, least] = [first, disagreement(loops, first) - MIN_LOG_GAIN];
  for (const front of others) {
    const each = disagreement(loops, front);
    if (each < least) [best, least] = [front, each];
    yield;
  }
  return best;
}

const NONE: FrontEnd = { serialNs: 0, slowdown: 0 };

function serialFronts(loops: readonly MeasuredLoop[]): readonly FrontEnd[] {
  if (loops.length < 2) return [NONE];
  const longest = 1e9 / Math.max(...loops.map(({ throughput }) => throughput));
  const times = Array.from(
    { length: STEPS },
    (_, step) => longest * SPAN ** (step / (STEPS - 1) - 1),
  );
  return [NONE, ...times.map((serialNs) => ({ serialNs, slowdown: 0 }))];
}

/** Negative logarithm of the likelihood, but for a constant: each is off by its noise, all by one shared error. */
function disagreement(loops: readonly MeasuredLoop[], front: FrontEnd): number {
  let [weights, weighted, squares] = [1 / SHARED_ERROR ** 2, 0, 0];
  for (const { throughput, noise, simulate } of loops) {
    const off = Math.log(throughput / simulate(front));
    const weight = 1 / noise ** 2;
    weights += weight;
    weighted += weight * off;
    squares += weight * off ** 2;
  }
  return (squares - weighted ** 2 / weights) / 2;
}
