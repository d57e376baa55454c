import type { InferenceSession } from "onnxruntime-node";
import type { Rewrite } from "../../onnx-file/rewrite.ts";
import type { StatusError } from "../../../base/status-error.ts";
import type { BackendInstance } from "../backend.ts";
import type { ProviderChoice } from "./providers.ts";
import { SharedThread } from "./shared-thread.ts";
import { startThread } from "./threads.ts";
import { ProviderError, startWorkerInstance } from "./worker-instance.ts";

const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./onnxruntime-worker.ts" : "./onnxruntime-worker.js",
  import.meta.url,
);

/** Two threads that use WebGPU at once crash the process (BACKEND-9). */
const webgpuThread = new SharedThread("webgpu");
/** Of instances that run no batches (IDLE-1). */
export const idleThread = new SharedThread("idle");

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
  /** On the thread that idle instances share. */
  readonly isIdle?: boolean;
}

/**
 * Loads a model on a thread; without a model file it only probes the provider. Throws {@link
 * ProviderError} if the provider doesn't work here, immediately if that is known, and INTERNAL if
 * the model doesn't load.
 */
export async function startSession(
  { name: provider, deviceId, probe }: ProviderChoice,
  { name, kind, onLost }: SessionOwner,
  { isIdle = false, ...model }: SessionModel,
): Promise<BackendInstance> {
  const key = `${provider}:${deviceId}`;
  const known = unusable.get(key);
  if (known !== undefined) throw new ProviderError(known);
  const start = { ...model, probe };
  const shared = provider === "webgpu" ? webgpuThread : isIdle ? idleThread : undefined;
  const thread = shared ? await shared.open(WORKER, start) : startThread(WORKER, name, start);
  try {
    return await startWorkerInstance(thread, { name, kind, deviceId, provider, onLost });
  } catch (error) {
    if (error instanceof ProviderError) unusable.set(key, error.message);
    throw error;
  }
}
