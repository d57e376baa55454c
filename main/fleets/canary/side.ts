import type { SideFigures } from "../../contract/index.ts";
import type { Exchanged } from "../../clients/index.ts";

const MOST_KINDS = 20;
const MOST_LETTERS = 300;

/** What became of the requests to one side. */
export class SideCounts {
  readonly #latencies: number[] = [];
  readonly #failures = new Map<string, { code: string; message: string; count: number }>();
  #sent = 0;

  /** Null: it ended without an answer, which `reason` tells. */
  add(exchanged: Exchanged | null, reason = ""): void {
    this.#sent += 1;
    if (exchanged?.ms != null) {
      this.#latencies.push(exchanged.ms);
      return;
    }
    const { code, message } = exchanged?.status ?? { code: "UNAVAILABLE", message: reason };
    const key = this.#failures.size < MOST_KINDS ? `${code} ${message}` : "others";
    const known = this.#failures.get(key);
    if (known) known.count += 1;
    else
      this.#failures.set(
        key,
        key === "others"
          ? { code: "others", message: "Other failures.", count: 1 }
          : { code, message: message.slice(0, MOST_LETTERS), count: 1 },
      );
  }

  figures(): SideFigures {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (q: number) =>
      sorted.length * (1 - q) < 0.999 ? null : (sorted[Math.ceil(q * sorted.length) - 1] ?? null);
    const sum = sorted.reduce((total, each) => total + each, 0);
    return {
      sent: this.#sent,
      answered: sorted.length,
      failures: [...this.#failures.values()].map((each) => ({ ...each })),
      meanMs: sorted.length === 0 ? null : sum / sorted.length,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      p99Ms: at(0.99),
    };
  }
}
