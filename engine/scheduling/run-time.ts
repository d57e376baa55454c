/**
 * If priorities or timeouts could still affect a request, its batch is bound early only while runs
 * are shorter than this: a more urgent request is then served at most this much later (SCHED-B10).
 * For longer runs the gap that early binding closes doesn't matter.
 */
export const SHORT_RUN_NS = 2_000_000;

/** Weight of a new run in the moving mean. */
const WEIGHT = 0.1;

/** Recent duration of an instance's runs: rises at once with a longer run, falls slowly with shorter ones. */
export class RunTime {
  #ns = Infinity;

  /** ns; Infinity before the first run. */
  get recentNs(): number {
    return this.#ns;
  }

  record(ns: number): void {
    if (ns >= this.#ns || this.#ns === Infinity) this.#ns = ns;
    else this.#ns += WEIGHT * (ns - this.#ns);
  }
}
