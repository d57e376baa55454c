import { MessageChannel } from "node:worker_threads";
import { startThread, type Thread } from "./threads.ts";
import type { SessionStart, WorkerStart } from "./worker-messages.ts";

interface SharedThread {
  readonly thread: Thread;
  sessions: number;
}

/** One per process: two threads that use WebGPU at the same time crash it (BACKEND-9). */
let shared: SharedThread | undefined;
/** The next thread must not start before the last one has ended. */
let ending: Promise<unknown> = Promise.resolve();

/** Opens a session on the thread that all WebGPU instances share; it ends with the last of them. */
export async function startOnGpuThread(module: URL, start: SessionStart): Promise<Thread> {
  if (shared === undefined) await ending;
  shared ??= { thread: startThread(module, "webgpu", { shared: true }), sessions: 0 };
  const host = shared;
  host.sessions += 1;
  const { port1, port2 } = new MessageChannel();
  const message: WorkerStart = { ...start, port: port2 };
  host.thread.port.postMessage(message, [port2]);
  const exited = new Promise<string | undefined>((resolve) =>
    port1.once("close", () => {
      host.sessions -= 1;
      if (host.sessions === 0 && shared === host) {
        shared = undefined;
        host.thread.port.postMessage(null);
        ending = host.thread.exited;
      }
      resolve(undefined);
    }),
  );
  return { port: port1, exited };
}
