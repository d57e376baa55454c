import type { Clock } from "../../../base/clock.ts";
import { Listeners } from "../../../base/listeners.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { BatchEvent } from "../../../engine/types.ts";
import type {
  BatchFrame,
  DispatchReason,
  ExecutedBatch,
  ReasonCount,
} from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";

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

/** 2,000 bars a second are more than a screen shows; the counts by reason include all. */
const MAX_LISTED = 500;

/** Collects the content of one frame. */
class FrameBuilder {
  readonly #from: number;
  readonly #batches: ExecutedBatch[] = [];
  readonly #reasons = new Map<DispatchReason, ReasonCount>();
  #dropped = 0;

  /** `from`: ms since the epoch. */
  constructor(from: number) {
    this.#from = from;
  }

  /** `startedAt`: the engine's start, ms since the epoch. */
  add(batches: readonly BatchEvent[], dropped: number, startedAt: number): void {
    this.#dropped += dropped;
    for (const batch of batches) {
      this.#count(batch);
      if (this.#batches.length < MAX_LISTED) this.#batches.push(toExecutedBatch(batch, startedAt));
    }
  }

  frame(to: number, problem: string | null): BatchFrame {
    return {
      from: this.#from,
      to,
      batches: this.#batches,
      reasons: [...this.#reasons.values()],
      dropped: this.#dropped,
      problem,
    };
  }

  #count({ reason, requests, items, oldestWaitNs }: BatchEvent): void {
    const known = this.#reasons.get(reason);
    this.#reasons.set(reason, {
      reason,
      batches: (known?.batches ?? 0) + 1,
      requests: (known?.requests ?? 0) + requests,
      items: (known?.items ?? 0) + items,
      oldestWaitMs: (known?.oldestWaitMs ?? 0) + oldestWaitNs / 1e6,
    });
  }
}

function toExecutedBatch(batch: BatchEvent, startedAt: number): ExecutedBatch {
  const { version, instance, requests, items, reason, failed, onServingThread } = batch;
  return {
    version,
    instance,
    at: startedAt + batch.atNs / 1e6,
    requests,
    items,
    reason,
    oldestWaitMs: batch.oldestWaitNs / 1e6,
    meanWaitMs: batch.meanWaitNs / 1e6,
    inputMs: batch.computeInputNs / 1e6,
    inferMs: batch.computeInferNs / 1e6,
    outputMs: batch.computeOutputNs / 1e6,
    failed,
    onServingThread,
  };
}
