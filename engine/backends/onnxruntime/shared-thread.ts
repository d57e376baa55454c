import { MessageChannel } from "node:worker_threads";
import { startThread, type Thread } from "./threads.ts";
import type { SessionStart, WorkerStart } from "./worker-messages.ts";

interface Running {
  readonly thread: Thread;
  sessions: number;
}

/** A thread for the sessions of several instances, which take turns. It starts with the first and ends with the last of them. */
export class SharedThread {
  /** Batches on it, kept by the instances that need to know. */
  runs = 0;
  readonly #name: string;
  #running: Running | undefined;
  /** Until the last one has ended, the next must not begin. */
  #ending: Promise<unknown> = Promise.resolve();

  constructor(name: string) {
    this.#name = name;
  }

  async open(module: URL, start: SessionStart): Promise<Thread> {
    if (this.#running === undefined) await this.#ending;
    this.#running ??= { thread: startThread(module, this.#name, { shared: true }), sessions: 0 };
    const running = this.#running;
    running.sessions += 1;
    const { port1, port2 } = new MessageChannel();
    const message: WorkerStart = { ...start, port: port2 };
    running.thread.port.postMessage(message, [port2]);
    const exited = new Promise<string | undefined>((resolve) =>
      port1.once("close", () => {
        running.sessions -= 1;
        if (running.sessions === 0 && this.#running === running) {
          this.#running = undefined;
          running.thread.port.postMessage(null);
          this.#ending = running.thread.exited;
        }
        resolve(undefined);
      }),
    );
    return { port: port1, exited };
  }
}
