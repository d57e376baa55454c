import { Worker } from "node:worker_threads";
import { type StatusCode, StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { WhatIfCurve, WhatIfPrediction } from "../contract/index.ts";
import type { SimulatedQuestion } from "./predict.ts";

export interface PredictionTask {
  readonly id: number;
  readonly kind: "predict" | "curve";
  readonly question: SimulatedQuestion;
  /** Its element is 1 once the question is cancelled. */
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

export interface PredictionAnswer {
  readonly id: number;
  readonly result?: WhatIfPrediction[] | WhatIfCurve[];
  readonly error?: { readonly code: StatusCode; readonly message: string };
}

const THREAD = new URL(
  import.meta.url.endsWith(".ts") ? "./prediction-thread.ts" : "./prediction-thread.js",
  import.meta.url,
);

/** An idle thread ends after this, ms. */
const IDLE_MS = 60_000;

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, (answer: PredictionAnswer | Error) => void>;
}

/** Simulates on its own thread, one question at a time; a cancelled question ends before its next run (WHATIF-5). */
export class PredictionWorker implements Disposable {
  readonly #clock: Clock;
  #running: Running | null = null;
  #idle: Disposable | null = null;
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts the thread, so that the first response does not wait for it. */
  prepare(): void {
    this.#start();
    this.#restWhenIdle();
  }

  predict(question: SimulatedQuestion, signal: AbortSignal): Promise<WhatIfPrediction[]> {
    return this.#ask("predict", question, signal) as Promise<WhatIfPrediction[]>;
  }

  curve(question: SimulatedQuestion, signal: AbortSignal): Promise<WhatIfCurve[]> {
    return this.#ask("curve", question, signal) as Promise<WhatIfCurve[]>;
  }

  [Symbol.dispose](): void {
    this.#idle?.[Symbol.dispose]();
    void this.#running?.worker.terminate();
  }

  async #ask(
    kind: PredictionTask["kind"],
    question: SimulatedQuestion,
    signal: AbortSignal,
  ): Promise<PredictionAnswer["result"]> {
    signal.throwIfAborted();
    const { worker, waiting } = this.#start();
    const id = ++this.#last;
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const cancel = () => void Atomics.store(cancelled, 0, 1);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const answer = await new Promise<PredictionAnswer | Error>((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ id, kind, question, cancelled } satisfies PredictionTask);
      });
      if (answer instanceof Error) throw answer;
      if (answer.error) throw new StatusError(answer.error.code, answer.error.message);
      return answer.result;
    } finally {
      signal.removeEventListener("abort", cancel);
      waiting.delete(id);
      this.#restWhenIdle();
    }
  }

  #start(): Running {
    if (this.#running) return this.#running;
    const worker = new Worker(THREAD);
    worker.unref();
    const running: Running = { worker, waiting: new Map() };
    const end = (error: Error) => {
      if (this.#running === running) this.#running = null;
      for (const resolve of running.waiting.values()) resolve(error);
    };
    worker.on("message", (answer: PredictionAnswer) => running.waiting.get(answer.id)?.(answer));
    worker.on("error", (error: unknown) =>
      end(new StatusError("INTERNAL", `The prediction failed: ${String(error)}`)),
    );
    worker.on("exit", () => end(new StatusError("CANCELLED", "The prediction was stopped.")));
    this.#running = running;
    return running;
  }

  #restWhenIdle(): void {
    this.#idle?.[Symbol.dispose]();
    this.#idle = this.#clock.after(IDLE_MS, () => {
      if (this.#running?.waiting.size !== 0) return;
      void this.#running.worker.terminate();
      this.#running = null;
    });
  }
}
