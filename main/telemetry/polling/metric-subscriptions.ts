import type { Clock } from "../../../base/clock.ts";
import type { MetricKey } from "../../contract/index.ts";
import { metricText } from "../delta/metric-name.ts";

/** How long a metric is kept after the last request for it, ms. */
const KEPT_MS = 10 * 60_000;
const MOST = 100;

/** The exported metrics of one server that someone wants to see: those requested lately, and pinned ones. */
export class MetricSubscriptions {
  readonly #clock: Clock;
  readonly #asked = new Map<string, { readonly key: MetricKey; at: number }>();
  readonly #pinned = new Map<string, { readonly key: MetricKey; count: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** With 100 metrics, the one requested longest ago is dropped. */
  ask(key: MetricKey): void {
    const name = subscriptionKey(key);
    this.#asked.delete(name);
    this.#asked.set(name, { key, at: this.#clock.now() });
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MOST && oldest !== undefined) this.#asked.delete(oldest);
  }

  /** Kept until disposed. */
  pin(key: MetricKey): Disposable {
    const name = subscriptionKey(key);
    const pinned = this.#pinned.get(name) ?? { key, count: 0 };
    pinned.count += 1;
    this.#pinned.set(name, pinned);
    let ended = false;
    return {
      [Symbol.dispose]: () => {
        if (ended) return;
        ended = true;
        pinned.count -= 1;
        if (pinned.count === 0) this.#pinned.delete(name);
      },
    };
  }

  keys(): MetricKey[] {
    const now = this.#clock.now();
    for (const [name, { at }] of this.#asked) if (now - at > KEPT_MS) this.#asked.delete(name);
    const all = new Map<string, MetricKey>();
    for (const [name, { key }] of [...this.#asked, ...this.#pinned]) all.set(name, key);
    return [...all.values()];
  }
}

/** Everything computed from a histogram has the same parts. */
function subscriptionKey(key: MetricKey): string {
  const made = key.as === "value" || key.as === "rate" ? key.as : "histogram";
  return `${made} ${metricText(key)}`;
}
