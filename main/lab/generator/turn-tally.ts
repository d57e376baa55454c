import type { RequestTimes } from "./load.ts";
import type { TurnResult } from "./messages.ts";
import { Times } from "./times.ts";

/** Turns counted separately; the last one includes all later ones. */
const MAX_ROWS = 16;

interface Row {
  readonly first: Times;
  failures: number;
  outputTokens: number;
  /** Null if a response reported none. */
  promptTokens: number | null;
}

/** Turns of conversations of one phase, by their number (LAB-CONV-6). */
export class TurnTally {
  readonly #rows: Row[] = [];
  #isLater = false;

  success({ stream, scheduledAt, turn }: RequestTimes): void {
    if (turn === undefined || !stream) return;
    const row = this.#row(turn);
    row.first.record((stream.firstAt - scheduledAt) * 1000);
    row.outputTokens += stream.outputTokens ?? stream.gaps.count + 1;
    row.promptTokens =
      stream.promptTokens === null || row.promptTokens === null
        ? null
        : row.promptTokens + stream.promptTokens;
  }

  failure(turn: number | undefined): void {
    if (turn !== undefined) this.#row(turn).failures += 1;
  }

  result(): TurnResult[] {
    return this.#rows.map(({ first, failures, outputTokens, promptTokens }, i) => {
      const successes = first.counts.total;
      const mean = (sum: number | null) =>
        sum === null || successes === 0 ? null : sum / successes;
      return {
        turn: i + 1,
        andLater: this.#isLater && i === MAX_ROWS - 1,
        successes,
        failures,
        first: first.result(),
        promptTokens: mean(promptTokens),
        outputTokens: mean(outputTokens),
      };
    });
  }

  #row(turn: number): Row {
    if (turn >= MAX_ROWS) this.#isLater = true;
    const index = Math.min(turn, MAX_ROWS - 1);
    while (this.#rows.length <= index) {
      this.#rows.push({ first: new Times(), failures: 0, outputTokens: 0, promptTokens: 0 });
    }
    return this.#rows[index] as Row;
  }
}
