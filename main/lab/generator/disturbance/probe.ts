import { Worker } from "node:worker_threads";
import { sharedNow } from "../ticker.ts";
import {
  IDLE,
  type ProbeOrder,
  RECORD,
  type Sample,
  STOP,
  sampleBytes,
  sampleTable,
} from "./samples.ts";

const THREAD = new URL(
  import.meta.url.endsWith(".ts") ? "./probe-thread.ts" : "./generator-probe.js",
  import.meta.url,
);

/** About as long as the shortest waits for a CPU that matter: spread over longer times they would fall outside of the request. */
const PERIOD_MS = 2;
const MAX_SAMPLES = 50_000;

export interface Message {
  readonly postedAt: number;
  readonly handledAt: number;
}

/** The probe's samples; times are monotonic ms of this thread's `performance.now`. */
export interface Observed {
  readonly samples: readonly Sample[];
  /** When a message was posted to this thread, and when its event loop handled it. */
  readonly messages: readonly Message[];
}

/**
 * Watches, while responses are timed, how late this thread handles what arrives, and how long this thread and the
 * server's threads wait for a CPU.
 */
export class DisturbanceProbe implements Disposable {
  readonly #offset = sharedNow() - performance.now();
  readonly #table: ReturnType<typeof sampleTable>;
  readonly #worker: Worker;
  readonly #messages: Message[] = [];

  /** `seconds`: max length of the watch. */
  constructor(seconds: number, server: ProbeOrder["server"]) {
    const periodMs = Math.max(PERIOD_MS, (seconds * 1000) / MAX_SAMPLES);
    const rows = Math.ceil(((seconds * 1000) / periodMs) * 1.2) + 100;
    const shared = new SharedArrayBuffer(sampleBytes(rows));
    this.#table = sampleTable(shared);
    const order: ProbeOrder = { shared, periodMs, server };
    this.#worker = new Worker(THREAD, { workerData: order });
    this.#worker.on("message", (postedAt: number) =>
      this.#messages.push({
        postedAt: postedAt - this.#offset,
        handledAt: sharedNow() - this.#offset,
      }),
    );
    // Nothing is known then.
    this.#worker.on("error", () => {});
    this.#worker.unref();
  }

  begin(): void {
    this.#set(RECORD);
  }

  end(): Observed {
    this.#set(IDLE);
    const samples = this.#table.read().map((each) => ({ ...each, at: each.at - this.#offset }));
    return { samples, messages: this.#messages };
  }

  [Symbol.dispose](): void {
    this.#set(STOP);
    this.#worker.removeAllListeners("message");
  }

  #set(state: number): void {
    Atomics.store(this.#table.control, 0, state);
    Atomics.notify(this.#table.control, 0);
  }
}
