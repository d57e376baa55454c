import type { ProbeCounts } from "../contract/index.ts";

/** How one request ended. */
export type ProbeOutcome =
  | { readonly kind: "ok" }
  | { readonly kind: "failed" | "lost"; readonly message: string };

const MAX_MESSAGE = 300;

/** Counts of a probe; times are ms of one monotonic clock. */
export class ProbeTally {
  /** Null: none is late yet. */
  lateMs: number | null = null;
  #sent = 0;
  #ok = 0;
  #failed = 0;
  #lost = 0;
  #late = 0;
  #lastOkAt: number | null = null;
  #longestGapMs = 0;
  #slowestMs: number | null = null;
  #sendDelayMs = 0;
  #firstFailure = "";

  sent(dueAt: number, now: number): void {
    this.#sent += 1;
    this.#sendDelayMs = Math.max(this.#sendDelayMs, now - dueAt);
  }

  ended(dueAt: number, now: number, outcome: ProbeOutcome): void {
    if (outcome.kind !== "ok") {
      if (outcome.kind === "failed") this.#failed += 1;
      else this.#lost += 1;
      this.#firstFailure ||= outcome.message.slice(0, MAX_MESSAGE);
      return;
    }
    const ms = now - dueAt;
    this.#ok += 1;
    if (this.lateMs !== null && ms > this.lateMs) this.#late += 1;
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, ms);
    if (this.#lastOkAt !== null)
      this.#longestGapMs = Math.max(this.#longestGapMs, now - this.#lastOkAt);
    this.#lastOkAt = now;
  }

  /** `now`: when the probe stopped sending, once it did. */
  counts(now: number): ProbeCounts {
    const open =
      this.#lastOkAt === null ? null : Math.max(this.#longestGapMs, now - this.#lastOkAt);
    return {
      sent: this.#sent,
      ok: this.#ok,
      failed: this.#failed,
      lost: this.#lost,
      late: this.#late,
      longestGapMs: open,
      slowestMs: this.#slowestMs,
      sendDelayMs: this.#sendDelayMs,
      firstFailure: this.#firstFailure,
    };
  }
}
