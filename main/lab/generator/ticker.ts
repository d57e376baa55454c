import { Worker } from "node:worker_threads";

/** Calls back at instants; holds one at a time. */
export interface Alarm extends Disposable {
  /** Monotonic ms (`performance.now`). The earliest of several calls; it may call for nothing. */
  set(at: number): void;
}

const THREAD = new URL(
  import.meta.url.endsWith(".ts") ? "./ticker-thread.ts" : "./generator-ticker.js",
  import.meta.url,
);

/** What the thread reads: a word that changes with each instant, and the instant. */
export const WORD_BYTES = 8;
export const SHARED_BYTES = WORD_BYTES + Float64Array.BYTES_PER_ELEMENT;

/** Minimum distance, ms: closer instants are served together. */
const MIN_GAP_MS = 0.1;

/** `process.hrtime` is the same in all threads, `performance.now` is not. */
export function sharedNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/**
 * An alarm from a thread that sleeps until the instant, accurate to about 0.1 ms. Timers of the event loop count whole
 * milliseconds, and busy waiting would take a core that the server may need.
 */
export class Ticker implements Alarm {
  readonly #shared = new SharedArrayBuffer(SHARED_BYTES);
  readonly #word = new Int32Array(this.#shared, 0, 1);
  readonly #target = new Float64Array(this.#shared, WORD_BYTES, 1);
  readonly #offset = sharedNow() - performance.now();
  readonly #worker: Worker;
  readonly #call: () => void;
  #setTo = Number.POSITIVE_INFINITY;
  #broken = false;

  constructor(call: () => void, thread: URL = THREAD) {
    this.#call = call;
    this.#target[0] = Number.POSITIVE_INFINITY;
    this.#worker = new Worker(thread, { workerData: this.#shared });
    this.#worker.on("message", () => this.#fire());
    // Whole milliseconds are better than nothing.
    this.#worker.on("error", () => {
      this.#broken = true;
      this.#fire();
    });
  }

  set(at: number): void {
    if (at >= this.#setTo) return;
    this.#setTo = at;
    const now = performance.now();
    const target = Math.max(at, now + MIN_GAP_MS);
    if (this.#broken) {
      setTimeout(() => this.#fire(), target - now);
      return;
    }
    this.#notify(target + this.#offset);
  }

  [Symbol.dispose](): void {
    this.#setTo = Number.NEGATIVE_INFINITY;
    this.#worker.removeAllListeners("message");
    this.#notify(Number.NaN);
  }

  #notify(target: number): void {
    this.#target[0] = target;
    Atomics.add(this.#word, 0, 1);
    Atomics.notify(this.#word, 0);
  }

  #fire(): void {
    if (this.#setTo === Number.NEGATIVE_INFINITY) return;
    this.#setTo = Number.POSITIVE_INFINITY;
    this.#call();
  }
}
