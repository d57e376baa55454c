/** An identical report within this time is left out, ms. */
const QUIET_MS = 10 * 60_000;
const MAX_REMEMBERED = 1000;

/** Suppresses repeated reports (FAULT-2). */
export class Repeats {
  readonly #reportedAt = new Map<string, number>();

  /**
   * Whether `report` was not reported within ten minutes before `now`, in ms of a monotonic clock.
   */
  isNew(report: string, now: number): boolean {
    const before = this.#reportedAt.get(report);
    if (before !== undefined && now - before < QUIET_MS) return false;
    this.#reportedAt.delete(report);
    this.#reportedAt.set(report, now);
    const [oldest] = this.#reportedAt.keys();
    if (this.#reportedAt.size > MAX_REMEMBERED && oldest !== undefined)
      this.#reportedAt.delete(oldest);
    return true;
  }
}
