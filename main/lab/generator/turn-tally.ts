import type { TurnPosition } from "./held-conversations.ts";
import type { RequestTimes } from "./request-times.ts";
import type { TurnFigures, TurnResult } from "./messages.ts";
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

const emptyRow = (): Row => ({
  first: new Times(),
  failures: 0,
  outputTokens: 0,
  promptTokens: 0,
});

/** Turns of conversations of one phase, by their number, and requests with tools' answers (LAB-CONV-6, LAB-CONV-20). */
export class TurnTally {
  readonly #rows: Row[] = [];
  #tools: Row | null = null;
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

  failure(turn: TurnPosition | undefined): void {
    if (turn !== undefined) this.#row(turn).failures += 1;
  }

  result(): TurnResult[] {
    return this.#rows.map((row, i) => ({
      turn: i + 1,
      andLater: this.#isLater && i === MAX_ROWS - 1,
      ...toFigures(row),
    }));
  }

  /** Of requests with tools' answers; null without any. */
  toolResult(): TurnFigures | null {
    return this.#tools && toFigures(this.#tools);
  }

  #row({ index, isToolRound }: TurnPosition): Row {
    if (isToolRound) return (this.#tools ??= emptyRow());
    if (index >= MAX_ROWS) this.#isLater = true;
    const at = Math.min(index, MAX_ROWS - 1);
    while (this.#rows.length <= at) this.#rows.push(emptyRow());
    return this.#rows[at] as Row;
  }
}

function toFigures({ first, failures, outputTokens, promptTokens }: Row): TurnFigures {
  const successes = first.counts.total;
  const mean = (sum: number | null) => (sum === null || successes === 0 ? null : sum / successes);
  return {
    successes,
    failures,
    first: first.result(),
    promptTokens: mean(promptTokens),
    outputTokens: mean(outputTokens),
  };
}
