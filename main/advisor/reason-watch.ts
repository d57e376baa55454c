import type { BatchEvent } from "../../engine/types.ts";
import type { ServerAdapter } from "../servers/index.ts";
import type { ReasonTotals } from "./interval.ts";

/** Max models whose batches are watched. */
const MOST = 16;

interface Watch {
  readonly opened: Disposable;
  totals: Record<string, { batches: number; requests: number }>;
}

/** Why batches of some models were dispatched, while needed. */
export class ReasonWatch implements Disposable {
  readonly #server: ServerAdapter;
  readonly #watches = new Map<string, Watch>();

  constructor(server: ServerAdapter) {
    this.#server = server;
  }

  /** Watches these models, up to the limit, and no others. */
  follow(models: readonly string[]): void {
    const wanted = new Set(models.slice(0, MOST));
    for (const [model, { opened }] of this.#watches) {
      if (wanted.has(model)) continue;
      opened[Symbol.dispose]();
      this.#watches.delete(model);
    }
    for (const model of wanted) if (!this.#watches.has(model)) this.#open(model);
  }

  /** What was counted since the last call; null if nothing reports it. */
  take(model: string): ReasonTotals | null {
    const watch = this.#watches.get(model);
    if (!watch) return null;
    const { totals } = watch;
    watch.totals = {};
    return totals;
  }

  [Symbol.dispose](): void {
    this.follow([]);
  }

  #open(model: string): void {
    const { insight } = this.#server;
    if (!insight) return;
    const opened = insight.watchBatches(model, {
      batches: (batches) => {
        for (const batch of batches) count(watch, batch);
      },
      // The next call of follow opens it again.
      ended: () => {
        if (this.#watches.get(model) === watch) this.#watches.delete(model);
      },
    });
    const watch: Watch = { opened, totals: {} };
    this.#watches.set(model, watch);
  }
}

function count({ totals }: Watch, { reason, requests }: BatchEvent): void {
  const total = (totals[reason] ??= { batches: 0, requests: 0 });
  total.batches += 1;
  total.requests += requests;
}
