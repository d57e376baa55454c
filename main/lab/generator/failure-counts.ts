import type { Failure, FailureCount } from "./messages.ts";

/** A server may put changing words into its errors: beyond this many kinds they are counted together. */
const MAX_KINDS = 20;
const OTHER: Failure = { status: "UNKNOWN", message: "other failures" };

/** Failures by status and words. */
export class FailureCounts {
  readonly #kinds = new Map<string, { failure: Failure; count: number }>();

  add(failure: Failure, count = 1): void {
    let kind = this.#kinds.get(failureKey(failure));
    if (!kind) {
      const kept = this.#kinds.size < MAX_KINDS ? failure : OTHER;
      kind = this.#kinds.get(failureKey(kept)) ?? { failure: kept, count: 0 };
      this.#kinds.set(failureKey(kept), kind);
    }
    kind.count += count;
  }

  /** Most frequent first. */
  list(): FailureCount[] {
    return [...this.#kinds.values()]
      .map(({ failure, count }) => ({ ...failure, count }))
      .sort((a, b) => b.count - a.count);
  }
}

const failureKey = (failure: Failure) => `${failure.status} ${failure.message}`;
