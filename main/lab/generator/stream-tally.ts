import type { StreamFigures } from "./lane.ts";
import type { RunProgress, StreamResult } from "./messages.ts";
import type { StreamLimits } from "./stream-limits.ts";
import { supports } from "./supported-percentile.ts";
import { Times } from "./times.ts";

/** Tokens of successful responses of one phase. */
export class StreamTally {
  readonly #first = new Times();
  readonly #firstFromSend = new Times();
  readonly #gaps = new Times();
  readonly #perToken = new Times();
  #outputTokens = 0;
  #promptTokens: number | null = 0;
  #pieces = 0;
  #counted = 0;
  readonly #limits: StreamLimits;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Instants are monotonic ms. Returns whether the response kept the limits of good ones. */
  add(stream: StreamFigures, scheduledAt: number, sentAt: number, endedAt: number): boolean {
    const { firstAt, lastAt, gaps, outputTokens, promptTokens } = stream;
    this.#first.record((firstAt - scheduledAt) * 1000);
    this.#firstFromSend.record((firstAt - sentAt) * 1000);
    for (const [micros, times] of gaps.each()) this.#gaps.recordMany(micros, times);
    this.#pieces += gaps.count + 1;
    if (outputTokens === null) this.#counted += 1;
    const tokens = outputTokens ?? gaps.count + 1;
    this.#outputTokens += tokens;
    this.#promptTokens =
      promptTokens === null || this.#promptTokens === null
        ? null
        : this.#promptTokens + promptTokens;
    const perToken = tokens < 2 ? null : (lastAt - firstAt) / (tokens - 1);
    if (perToken !== null) this.#perToken.record(perToken * 1000);
    return this.#limits.keeps({
      firstToken: firstAt - scheduledAt,
      perToken,
      response: endedAt - scheduledAt,
    });
  }

  progress(): NonNullable<RunProgress["stream"]> {
    const { counts } = this.#first;
    const percentile = (of: number) => (supports(counts.total, of) ? counts.percentile(of) : null);
    return {
      firstP50: percentile(50),
      firstP99: percentile(99),
      outputTokens: this.#outputTokens,
    };
  }

  result(): StreamResult {
    return {
      first: this.#first.result(),
      firstFromSend: this.#firstFromSend.result(),
      gaps: this.#gaps.result(),
      perToken: this.#perToken.result(),
      outputTokens: this.#outputTokens,
      promptTokens: this.#promptTokens,
      pieces: this.#pieces,
      counted: this.#counted,
      limits: this.#limits.result(),
    };
  }
}
