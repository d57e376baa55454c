import type { OverviewFrame } from "../contract/index.ts";
import type { ServerWindow } from "./rule.ts";

/** How long a log line counts as new, ms. */
const NEWS_MS = 10 * 60_000;

/** A server's texts: why models are not served, and the new lines of its log. */
export class TextWatch {
  readonly #log: (() => readonly string[]) | null;
  /** When each line was first seen, ms since the epoch. */
  #seen = new Map<string, number>();

  /** `log`: the newest lines of the server's output; null if unreadable. */
  constructor(log: (() => readonly string[]) | null) {
    this.#log = log;
  }

  texts(t: number, models: OverviewFrame["models"]): ServerWindow["texts"] {
    const seen = new Map<string, number>();
    for (const line of this.#log?.() ?? []) seen.set(line, this.#seen.get(line) ?? t);
    this.#seen = seen;
    const news = [...seen].filter(([, since]) => t - since < NEWS_MS);
    return [
      ...news.map(([text]) => ({ text, model: null })),
      ...models.flatMap(({ name, reason }) =>
        reason === null ? [] : [{ text: reason, model: name }],
      ),
    ];
  }
}
