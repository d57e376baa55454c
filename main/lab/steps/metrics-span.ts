import type { Clock } from "../../../base/clock.ts";
import type { MetricsReading } from "../../servers/metrics/index.ts";

/** The metrics endpoint's responses over a span, oldest first; null at an end without a response. */
export interface MetricsReadings {
  readonly begin: MetricsReading | null;
  /** During the span, the newest. */
  readonly end: MetricsReading | null;
  readonly all: readonly MetricsReading[];
}

const PERIOD_MS = 1000;
/** Max wait for the last reading. */
const LAST_MS = 1000;

/**
 * Reads a server's metrics at the start of the span, every second, and at its end. Nothing waits for it before the end;
 * a second in which the previous reading is still under way is skipped, and failures are left out.
 */
export class MetricsSpan implements Disposable {
  readonly #ask: () => Promise<MetricsReading>;
  readonly #clock: Clock;
  readonly #all: MetricsReading[] = [];
  #begin: MetricsReading | null = null;
  #end: MetricsReading | null = null;
  #asking = false;
  #closed = false;
  #timer: Disposable | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(ask: () => Promise<MetricsReading>, clock: Clock) {
    this.#ask = ask;
    this.#clock = clock;
  }

  get readings(): MetricsReadings {
    const end = this.#closed ? this.#end : (this.#all.at(-1) ?? null);
    return { begin: this.#begin, end, all: this.#all };
  }

  /** Resolves when the last reading is there, or is abandoned. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  begin(): void {
    void this.#read((reading) => {
      this.#begin = reading;
    });
    this.#tick();
  }

  end(): void {
    this.#stop();
    this.#closed = true;
    const waited = Promise.withResolvers<void>();
    const limit = this.#clock.after(LAST_MS, waited.resolve);
    const last = this.#read((reading) => {
      this.#end = reading;
    });
    this.#ended = Promise.race([last, waited.promise]).finally(() => limit[Symbol.dispose]());
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #tick(): void {
    this.#timer = this.#clock.after(PERIOD_MS, () => {
      this.#tick();
      if (!this.#asking) void this.#read();
    });
  }

  #stop(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
  }

  async #read(keep?: (reading: MetricsReading) => void): Promise<void> {
    this.#asking = true;
    try {
      const reading = await this.#ask();
      this.#all.push(reading);
      keep?.(reading);
    } catch {
      // The figures of an endpoint that does not respond are left out.
    } finally {
      this.#asking = false;
    }
  }
}
