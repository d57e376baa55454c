import { FailureCounts } from "./failure-counts.ts";
import type { Outcome } from "./lane.ts";
import type { ConversationsResult } from "./messages.ts";

/** Conversations of a run: how many are running, and how those of the span ended (LAB-CONV-5). */
export class ConversationTally {
  readonly #failures = new FailureCounts();
  #began = 0;
  #refused = 0;
  #completed = 0;
  #running = 0;
  #runningAtEnd: number | null = null;
  #isUsed = false;

  began(isInSpan: boolean): void {
    this.#isUsed = true;
    this.#running += 1;
    if (isInSpan) this.#began += 1;
  }

  /** It was due, and did not begin. */
  refused(isInSpan: boolean): void {
    this.#isUsed = true;
    if (isInSpan) this.#refused += 1;
  }

  ended(outcome: Outcome, isInSpan: boolean): void {
    this.#running -= 1;
    if (!isInSpan) return;
    if (outcome === null) this.#completed += 1;
    else this.#failures.add(outcome, 1);
  }

  /** Called at the end of the span. */
  endSpan(): void {
    this.#runningAtEnd = this.#running;
  }

  /** Null without conversations. */
  result(): Omit<ConversationsResult, "turns" | "toolRounds"> | null {
    if (!this.#isUsed) return null;
    return {
      begun: this.#began,
      refused: this.#refused,
      completed: this.#completed,
      early: this.#failures.list(),
      running: this.#runningAtEnd ?? this.#running,
    };
  }
}
