import type { RequestTimes } from "./request-times.ts";
import type { GroupResult } from "./messages.ts";
import { Times } from "./times.ts";

/** Groups that are counted each by itself; the last of them with all that follow. */
const MAX_ROWS = 32;
/** Requests that have no prefix. */
const NONE = -1;

interface Row {
  readonly first: Times;
  failures: number;
  /** Null where a response reported none. */
  promptTokens: number | null;
  cachedTokens: number;
}

/** Requests of one phase by the group whose prefix they share (LAB-PREFIX-3). */
export class GroupTally {
  readonly #rows = new Map<number, Row>();
  #isLater = false;
  /** Some response reported cached tokens. */
  #isReported = false;

  success({ stream, scheduledAt, group }: RequestTimes): void {
    if (group === undefined || !stream) return;
    const row = this.#row(group);
    row.first.record((stream.firstAt - scheduledAt) * 1000);
    const { promptTokens, cachedTokens = null } = stream;
    if (cachedTokens !== null) this.#isReported = true;
    row.cachedTokens += cachedTokens ?? 0;
    row.promptTokens =
      promptTokens === null || row.promptTokens === null ? null : row.promptTokens + promptTokens;
  }

  failure(group: number | null | undefined): void {
    if (group !== undefined) this.#row(group).failures += 1;
  }

  result(): GroupResult[] {
    return [...this.#rows]
      .toSorted(([a], [b]) => order(a) - order(b))
      .map(([group, { first, failures, promptTokens, cachedTokens }]) => ({
        group: group === NONE ? null : group + 1,
        andLater: this.#isLater && group === MAX_ROWS - 1,
        successes: first.counts.total,
        failures,
        first: first.result(),
        promptTokens,
        // vLLM leaves the field out where nothing was cached.
        cachedTokens: this.#isReported ? cachedTokens : null,
      }));
  }

  #row(group: number | null): Row {
    if (group !== null && group >= MAX_ROWS) this.#isLater = true;
    const key = group === null ? NONE : Math.min(group, MAX_ROWS - 1);
    let row = this.#rows.get(key);
    if (!row) {
      row = { first: new Times(), failures: 0, promptTokens: 0, cachedTokens: 0 };
      this.#rows.set(key, row);
    }
    return row;
  }
}

/** Those without a prefix last. */
const order = (group: number) => (group === NONE ? MAX_ROWS : group);
