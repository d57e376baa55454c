/** What one run more counts in the mean of those before. */
const WEIGHT = 0.1;

/** How long the runs of an instance take of late: up at once with a longer run, down slowly with shorter ones. */
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
