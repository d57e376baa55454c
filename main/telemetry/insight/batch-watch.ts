import { StatusError } from "../../../base/status-error.ts";
import type { BatchEvent } from "../../../engine/types.ts";
import type { Clock } from "../../../base/clock.ts";
import type { BatchFrame } from "../../contract/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { FrameBuilder } from "./batch-frame.ts";

const FRAME_MS = 250;
const RETRY_MS = 1000;

/** The executed batches of one model, streamed from the engine only while there are listeners. */
export class BatchWatch {
  readonly #server: ServerAdapter;
  readonly #model: string;
  readonly #clock: Clock;
  readonly #listeners = new Listeners<BatchFrame>("telemetry");
  /** The stream while there are listeners, else null. */
  #round: DisposableStack | null = null;
  #builder = new FrameBuilder(0);
  #problem: string | null = null;

  constructor(server: ServerAdapter, model: string, clock: Clock) {
    this.#server = server;
    this.#model = model;
    this.#clock = clock;
  }

  get watched(): boolean {
    return this.#round !== null;
  }

  /** Four frames a second until disposed. */
  add(listener: (frame: BatchFrame) => void): Disposable {
    const listening = this.#listeners.add(listener);
    if (!this.#round) {
      const round = new DisposableStack();
      this.#round = round;
      this.#builder = new FrameBuilder(this.#clock.now());
      this.#problem = null;
      void this.#open(round);
      this.#tick(round);
    }
    return {
      [Symbol.dispose]: () => {
        listening[Symbol.dispose]();
        if (this.#listeners.size > 0) return;
        this.#round?.dispose();
        this.#round = null;
      },
    };
  }

  #tick(round: DisposableStack): void {
    round.use(
      this.#clock.after(FRAME_MS, () => {
        const now = this.#clock.now();
        const frame = this.#builder.frame(now, this.#problem);
        this.#builder = new FrameBuilder(now);
        this.#listeners.emit(frame);
        if (!round.disposed) this.#tick(round);
      }),
    );
  }

  async #open(round: DisposableStack): Promise<void> {
    try {
      const { insight, name } = { insight: this.#server.insight, name: this.#server.status.name };
      if (!insight) throw new StatusError("UNIMPLEMENTED", `${name} doesn't report its batches.`);
      const asked = this.#clock.now();
      const { uptimeNs } = await this.#server.telemetry();
      if (round.disposed) return;
      const startedAt = (asked + this.#clock.now()) / 2 - uptimeNs / 1e6;
      const batches = (all: readonly BatchEvent[], dropped: number) => {
        this.#problem = null;
        this.#builder.add(all, dropped, startedAt);
      };
      const ended = (error: Error) => this.#lost(round, error);
      this.#problem = null;
      round.use(insight.watchBatches(this.#model, { batches, ended }));
    } catch (error) {
      this.#lost(round, StatusError.from(error));
    }
  }

  #lost(round: DisposableStack, error: Error): void {
    if (round.disposed) return;
    this.#problem = error.message;
    round.use(this.#clock.after(RETRY_MS, () => void this.#open(round)));
  }
}
