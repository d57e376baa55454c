import type { Steps } from "../../base/steps.ts";

/** A server's front end, as it limits throughput. */
export interface FrontEnd {
  /** Time per request, one request at a time, ns. */
  readonly serialNs: number;
  /** See the simulation's `turnNs`; absent: 0. */
  readonly turnNs?: number;
  /** See the simulation's `frontSlowdown`. */
  readonly slowdown: number;
}

/** A closed loop with a measured figure that depends on the front end: its throughput, or the time outside of queue and batch. */
export interface MeasuredLoop {
  readonly measured: number;
  /** Standard deviation of the figure as a share of it. */
  readonly noise: number;
  /** The figure with such a front end. */
  readonly simulate: (front: FrontEnd) => number;
}

/** Shared error of all figures for other reasons. */
const SHARED_ERROR = 0.1;
/** Log-likelihood by which a front end must beat none, since one more parameter always fits better. */
const MIN_LOG_GAIN = 1;
const STEPS = 10;
/** Longest tried time divided by the shortest. */
const SPAN = 20;

/**
 * The candidate with which simulated closed loops agree best with measured ones (SIM-12), or the first if no other explains
 * the measurements clearly better. Takes a few tenths of a second, in steps.
 */
export function* learnFront(
  loops: readonly MeasuredLoop[],
  candidates: readonly FrontEnd[],
  minLogGain = MIN_LOG_GAIN,
): Steps<FrontEnd> {
  const [first = NO_FRONT_END, ...others] = candidates;
  let [best, least] = [first, disagreement(loops, first) - minLogGain];
  for (const front of others) {
    const each = disagreement(loops, front);
    if (each < least) [best, least] = [front, each];
    yield;
  }
  return best;
}

/**
 * The front end's time per request, and per turn if that explains the loops clearly better (SIM-12). `longestNs`: the longest
 * possible time per request. `outsideNs`: what a single client sees outside of queue and batch.
 */
export function* learnFrontWork(
  loops: readonly MeasuredLoop[],
  { longestNs, outsideNs }: { readonly longestNs: number; readonly outsideNs: number },
): Steps<FrontEnd> {
  const fronts = serialFronts(longestNs);
  const serial = yield* learnFront(loops, fronts);
  const turns = everySecond(serialFronts(outsideNs / 2)).map(({ serialNs }) => serialNs);
  const withTurns = everySecond(fronts)
    .flatMap((front) => turns.map((turnNs) => ({ ...front, turnNs })))
    .filter((front) => aloneNs(front) <= outsideNs);
  return yield* learnFront(loops, [serial, ...withTurns]);
}

const everySecond = <Item>(items: readonly Item[]) => items.filter((_, i) => i % 2 === 1);

/** What a request takes in the front end if it is the only one, ns: a turn before the queue, and one for the response. */
export const aloneNs = ({ serialNs, turnNs = 0 }: FrontEnd): number => serialNs + 2 * turnNs;

const NO_FRONT_END: FrontEnd = { serialNs: 0, slowdown: 0 };

/** No front end, and serial times up to the longest possible. */
export function serialFronts(longestNs: number): readonly FrontEnd[] {
  const times = Array.from(
    { length: STEPS },
    (_, step) => longestNs * SPAN ** (step / (STEPS - 1) - 1),
  );
  return [NO_FRONT_END, ...times.map((serialNs) => ({ serialNs, slowdown: 0 }))];
}

/** Negative log-likelihood up to a constant: each figure has its noise, all share one error. */
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
