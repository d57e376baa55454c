import type {
  ConnectionCounts,
  ConnectionKind,
  ConnectionLoss,
  ProbeCounts,
} from "../contract/index.ts";

/** How one request ended. `sentAgain`: the second time it was sent, since the server had refused it unprocessed. */
export type ProbeOutcome = (
  | { readonly kind: "ok" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "lost"; readonly message: string; readonly how: ConnectionLoss | null }
) & { readonly sentAgain?: true };

const MAX_MESSAGE = 300;

/** Counts of a probe; times are ms of one monotonic clock. */
export class ProbeTally {
  /** Null: none is late yet. */
  lateMs: number | null = null;
  readonly #kinds: Readonly<Record<ConnectionKind, KindTally>> = {
    fresh: new KindTally(),
    kept: new KindTally(),
  };
  #ok = 0;
  #lastOkAt: number | null = null;
  #longestGapMs = 0;
  #slowestMs: number | null = null;
  #sendDelayMs = 0;
  #firstFailure = "";

  sent(kind: ConnectionKind, delayMs: number): void {
    this.#kinds[kind].sent += 1;
    this.#sendDelayMs = Math.max(this.#sendDelayMs, delayMs);
  }

  ended(kind: ConnectionKind, dueAt: number, now: number, outcome: ProbeOutcome): void {
    const ms = now - dueAt;
    const isLate = outcome.kind === "ok" && this.lateMs !== null && ms > this.lateMs;
    this.#kinds[kind].ended(outcome, isLate);
    if (outcome.kind !== "ok") {
      this.#firstFailure ||= outcome.message.slice(0, MAX_MESSAGE);
      return;
    }
    this.#ok += 1;
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, ms);
    if (this.#lastOkAt !== null)
      this.#longestGapMs = Math.max(this.#longestGapMs, now - this.#lastOkAt);
    this.#lastOkAt = now;
  }

  /** `now`: when the probe stopped sending, once it did; `reopened`: how often the kept connection was opened again. */
  counts(now: number, reopened: number): ProbeCounts {
    const open =
      this.#lastOkAt === null ? null : Math.max(this.#longestGapMs, now - this.#lastOkAt);
    const fresh = this.#kinds.fresh.counts;
    const kept = { ...this.#kinds.kept.counts, reopened };
    return {
      sent: fresh.sent + kept.sent,
      ok: this.#ok,
      failed: fresh.failed + kept.failed,
      lost: fresh.lost + kept.lost,
      late: fresh.late + kept.late,
      longestGapMs: open,
      slowestMs: this.#slowestMs,
      sendDelayMs: this.#sendDelayMs,
      firstFailure: this.#firstFailure,
      byConnection: { fresh, kept },
    };
  }
}

class KindTally {
  sent = 0;
  #failed = 0;
  #lost = 0;
  #late = 0;
  #sentAgain = 0;
  readonly #losses = new Map<ConnectionLoss, number>();

  ended(outcome: ProbeOutcome, isLate: boolean): void {
    if (isLate) this.#late += 1;
    if (outcome.sentAgain) this.#sentAgain += 1;
    if (outcome.kind === "failed") this.#failed += 1;
    if (outcome.kind !== "lost") return;
    this.#lost += 1;
    const { how } = outcome;
    if (how !== null) this.#losses.set(how, (this.#losses.get(how) ?? 0) + 1);
  }

  get counts(): ConnectionCounts {
    const losses = [...this.#losses].map(([how, count]) => ({ how, count }));
    return {
      sent: this.sent,
      failed: this.#failed,
      lost: this.#lost,
      late: this.#late,
      losses,
      sentAgain: this.#sentAgain,
    };
  }
}
