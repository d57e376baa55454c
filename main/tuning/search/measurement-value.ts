import type { Candidate, Correction } from "./correction.ts";
import { NORMAL_NODES } from "./normal.ts";

/**
 * By how much what is offered is expected to be worth more, as a logarithm, once `next` was measured too: the
 * knowledge gradient (Frazier, Powell and Dayanik 2009), under limits. `measured`: the candidates that can be offered now.
 */
export function measurementValue(
  correction: Correction,
  measured: readonly Candidate[],
  next: Candidate,
  noise: number,
): number {
  if (measured.length === 0) return correction.worth(next);
  const most = (candidates: readonly Candidate[]) =>
    Math.max(...candidates.map((each) => correction.worth(each)));
  const offered = (measured.includes(next) ? measured : [...measured, next]).map((candidate) => ({
    candidate,
    change: correction.change(candidate, next, noise),
  }));
  let expected = 0;
  for (const [throughputZ, throughputWeight] of NORMAL_NODES) {
    for (const [p99Z, p99Weight] of NORMAL_NODES) {
      const then = offered.map(({ candidate, change }) =>
        correction.moved(candidate, change, [throughputZ, p99Z]),
      );
      expected += throughputWeight * p99Weight * most(then);
    }
  }
  return expected - most(measured);
}
