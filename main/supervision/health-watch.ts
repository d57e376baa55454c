import http from "node:http";
import type { Clock } from "../../base/clock.ts";

const EVERY_MS = 5000;
/** Number of consecutive checks without a response after which the engine is silent, and hung. */
const SILENT_CHECKS = 2;
const HUNG_CHECKS = 6;

export interface HealthWatchOptions {
  readonly clock: Clock;
  /** Whether the engine answers; never rejects, and takes at most `everyMs`. */
  readonly ask: () => Promise<boolean>;
  readonly everyMs?: number;
  /** Called once when the engine becomes silent, and with the duration when that ends. */
  readonly onSilent: (seconds: number) => void;
  readonly onAnswered: () => void;
  /** Called once, as the last callback. */
  readonly onHung: (seconds: number) => void;
}

/** Checks an engine's health until disposed or hung (SPEC.md, SUPERVISE-3). */
export class HealthWatch implements Disposable {
  readonly #options: HealthWatchOptions;
  readonly #everyMs: number;
  #timer: Disposable | null = null;
  #missed = 0;
  #over = false;

  constructor(options: HealthWatchOptions) {
    this.#options = options;
    this.#everyMs = options.everyMs ?? EVERY_MS;
    this.#later();
  }

  [Symbol.dispose](): void {
    this.#over = true;
    this.#timer?.[Symbol.dispose]();
  }

  #later(): void {
    this.#timer = this.#options.clock.after(this.#everyMs, () => void this.#check());
  }

  /** Counts checks rather than time, since a machine that slept or a delayed host is no fault of the engine. */
  async #check(): Promise<void> {
    const { ask, onSilent, onAnswered, onHung } = this.#options;
    const answered = await ask();
    if (this.#over) return;
    const before = this.#missed;
    this.#missed = answered ? 0 : before + 1;
    const seconds = (this.#missed * this.#everyMs) / 1000;
    if (answered && before >= SILENT_CHECKS) onAnswered();
    if (this.#missed === SILENT_CHECKS) onSilent(seconds);
    if (this.#missed < HUNG_CHECKS) return this.#later();
    this.#over = true;
    onHung(seconds);
  }
}

/** How long an engine may be silent before it is restarted, s. */
export const hungAfterSeconds = (everyMs = EVERY_MS): number => (HUNG_CHECKS * everyMs) / 1000;

/** Whether `GET /v2/health/live` of HOST:PORT is answered, with any status, before the next check. */
export function answersHealthCheck(endpoint: string, timeoutMs = EVERY_MS): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(`http://${endpoint}/v2/health/live`, { agent: false });
    const timer = setTimeout(() => request.destroy(new Error("timeout")), timeoutMs);
    const settle = (answered: boolean) => {
      clearTimeout(timer);
      resolve(answered);
    };
    request.on("response", (response) => {
      response.resume();
      settle(true);
    });
    request.on("error", () => settle(false));
  });
}
