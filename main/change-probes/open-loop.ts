import type { Clock } from "../../base/clock.ts";
import type { ConnectionKind, ProbeCounts } from "../contract/index.ts";
import { type ProbeOutcome, ProbeTally } from "./tally.ts";

/** Sends a probe's requests. */
export interface ProbeSender extends Disposable {
  /** Sends one request, a second time only if the server refused it unprocessed; resolves however it ends. */
  send(kind: ConnectionKind): Promise<ProbeOutcome>;
  /** How often the kept connection was opened again. */
  readonly reopened: number;
}

interface OpenLoopParts {
  readonly rate: number;
  readonly clock: Clock;
  readonly sender: ProbeSender;
  /** Called after each request that was sent or ended. */
  readonly changed: () => void;
}

/**
 * Sends requests on a schedule that does not depend on their responses, in turn over a kept and over new connections, until
 * it is stopped (PROBE-1, PROBE-2).
 */
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
    const { clock, sender } = this.#parts;
    return this.#tally.counts(this.#stoppedAt ?? clock.monotonic(), sender.reopened);
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
    while (dueAt(this.#scheduled) <= clock.monotonic()) {
      const kind = this.#scheduled % 2 === 0 ? "kept" : "fresh";
      this.#send(kind, dueAt(this.#scheduled++));
    }
    changed();
    const wait = Math.max(0, dueAt(this.#scheduled) - clock.monotonic());
    this.#timer = clock.after(wait, () => this.#sendDue());
  }

  #send(kind: ConnectionKind, dueAt: number): void {
    const { clock, sender, changed } = this.#parts;
    this.#tally.sent(kind, clock.monotonic() - dueAt);
    const ended = sender.send(kind).then((outcome) => {
      this.#tally.ended(kind, dueAt, clock.monotonic(), outcome);
      this.#outstanding.delete(ended);
      changed();
    });
    this.#outstanding.add(ended);
  }
}
