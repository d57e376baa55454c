import type { Clock } from "../../base/clock.ts";
import type { ProbeCounts } from "../contract/index.ts";
import { type ProbeOutcome, ProbeTally } from "./tally.ts";

interface OpenLoopParts {
  readonly rate: number;
  readonly clock: Clock;
  /** Sends one request, once; resolves however it ends. */
  readonly send: () => Promise<ProbeOutcome>;
  /** Called after each request that was sent or ended. */
  readonly changed: () => void;
}

/** Sends requests on a schedule that does not depend on their responses, until it is stopped (PROBE-1). */
export class OpenLoop {
  readonly #parts: OpenLoopParts;
  readonly #tally = new ProbeTally();
  readonly #outstanding = new Set<Promise<void>>();
  readonly #startedAt: number;
  #scheduled = 0;
  #stoppedAt: number | null = null;
  #timer: Disposable | null = null;

  constructor(parts: OpenLoopParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.monotonic();
    this.#sendDue();
  }

  get counts(): ProbeCounts {
    return this.#tally.counts(this.#stoppedAt ?? this.#parts.clock.monotonic());
  }

  /** From now on. */
  setLateMs(ms: number): void {
    this.#tally.lateMs = ms;
  }

  /** Sends nothing more; resolves when everything that was sent has ended. */
  async stop(): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    this.#stoppedAt ??= this.#parts.clock.monotonic();
    await Promise.all(this.#outstanding);
  }

  #sendDue(): void {
    if (this.#stoppedAt !== null) return;
    const { clock, rate, changed } = this.#parts;
    const dueAt = (index: number) => this.#startedAt + (index * 1000) / rate;
    while (dueAt(this.#scheduled) <= clock.monotonic()) this.#send(dueAt(this.#scheduled++));
    changed();
    const wait = Math.max(0, dueAt(this.#scheduled) - clock.monotonic());
    this.#timer = clock.after(wait, () => this.#sendDue());
  }

  #send(dueAt: number): void {
    const { clock, send, changed } = this.#parts;
    this.#tally.sent(dueAt, clock.monotonic());
    const ended = send().then((outcome) => {
      this.#tally.ended(dueAt, clock.monotonic(), outcome);
      this.#outstanding.delete(ended);
      changed();
    });
    this.#outstanding.add(ended);
  }
}
