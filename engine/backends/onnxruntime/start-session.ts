import { MessageChannel } from "node:worker_threads";
import type { InferenceSession } from "onnxruntime-node";
import type { Rewrite } from "../../onnx-file/rewrite.ts";
import type { StatusError } from "../../../base/status-error.ts";
import type { BackendInstance } from "../backend.ts";
import type { ProviderChoice } from "./providers.ts";
import { startThread, type Thread } from "./threads.ts";
import { ProviderError, startWorkerInstance } from "./worker-instance.ts";
import type { SessionStart, WorkerStart } from "./worker-messages.ts";

const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./onnxruntime-worker.ts" : "./onnxruntime-worker.js",
  import.meta.url,
);

/** Why a provider can't use a device on this machine; cached for the life of the process. */
const unusable = new Map<string, string>();

interface SessionOwner {
  readonly name: string;
  readonly kind: string;
  readonly onLost: (error: StatusError) => void;
}

interface SessionModel {
  /** Undefined to only probe the provider. */
  readonly modelFile: string | undefined;
  readonly options: InferenceSession.SessionOptions;
  readonly rewrite: Rewrite | undefined;
}

/**
 * Loads a model on a thread; without a model file it only probes the provider. Throws {@link
 * ProviderError} if the provider doesn't work here, immediately if that is known, and INTERNAL if
 * the model doesn't load.
 */
export async function startSession(
  { name: provider, deviceId, probe }: ProviderChoice,
  { name, kind, onLost }: SessionOwner,
  model: SessionModel,
): Promise<BackendInstance> {
  const key = `${provider}:${deviceId}`;
  const known = unusable.get(key);
  if (known !== undefined) throw new ProviderError(known);
  const start = { ...model, probe };
  const thread =
    provider === "webgpu" ? await startOnGpuThread(start) : startThread(WORKER, name, start);
  try {
    return await startWorkerInstance(thread, { name, kind, deviceId, provider, onLost });
  } catch (error) {
    if (error instanceof ProviderError) unusable.set(key, error.message);
    throw error;
  }
}

interface SharedThread {
  readonly thread: Thread;
  sessions: number;
}

/** One per process: two threads that use WebGPU at the same time crash it (BACKEND-9). */
let shared: SharedThread | undefined;
/** The next thread must not start before the last one has ended. */
let ending: Promise<unknown> = Promise.resolve();

/** Opens a session on the thread that all WebGPU instances share; it ends with the last of them. */
async function startOnGpuThread(start: SessionStart): Promise<Thread> {
  if (shared === undefined) await ending;
  shared ??= { thread: startThread(WORKER, "webgpu", { shared: true }), sessions: 0 };
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
