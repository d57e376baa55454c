import type { Candidate, Correction } from "./correction.ts";
import { NORMAL_NODES } from "./normal.ts";

/** What is lost where nothing measured keeps the limits, as a logarithm. */
const NOTHING_FOUND = 1;

/**
 * By how much the best measured candidate is expected to be better, as a logarithm, once `next` was measured too: the
 * knowledge gradient (Frazier, Powell and Dayanik 2009), under limits. `measured`: the candidates that can be offered now.
 */
export function measurementValue(
  correction: Correction,
  measured: readonly Candidate[],
  next: Candidate,
  noise: number,
): number {
  const floor = floorUnder(correction, measured, next);
  const valueOf = (candidates: readonly Candidate[]) =>
    Math.max(floor, ...candidates.map((each) => correction.value(each)));
  const offered = (measured.includes(next) ? measured : [...measured, next]).map((candidate) => ({
    candidate,
    change: correction.change(candidate, next, noise),
  }));
  let expected = 0;
  for (const [throughputZ, throughputWeight] of NORMAL_NODES) {
    for (const [p99Z, p99Weight] of NORMAL_NODES) {
      const then = offered.map(({ candidate, change: [throughput, p99] }) =>
        correction.moved(candidate, throughput * throughputZ, p99 * p99Z),
      );
      expected += throughputWeight * p99Weight * valueOf(then);
    }
  }
  return expected - valueOf(measured);
}

function floorUnder(correction: Correction, measured: readonly Candidate[], next: Candidate) {
  const values = [...measured, next].map((each) => correction.value({ ...each, meets: 1 }));
  return Math.min(...values) - NOTHING_FOUND;
}
