import type { ModelFileSignature } from "../../config/types.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { BackendInstance, BatchInput, BatchOutput } from "../backend.ts";
import type { Thread } from "./threads.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

export interface WorkerInstanceOptions {
  readonly name: string;
  readonly kind: string;
  readonly deviceId: number;
  readonly provider: string;
  readonly onLost: (error: StatusError) => void;
}

/** The execution provider doesn't work on this machine, independent of the model. */
export class ProviderError extends StatusError {
  constructor(message: string) {
    super("INTERNAL", message);
  }
}

interface Run {
  readonly resolve: (output: BatchOutput) => void;
  readonly reject: (error: StatusError) => void;
}

/**
 * Waits until the thread has loaded its model; throws INTERNAL with the reason if it can't, or a
 * {@link ProviderError}.
 */
export async function startWorkerInstance(
  thread: Thread,
  options: WorkerInstanceOptions,
): Promise<BackendInstance> {
  const signature = await new Promise<ModelFileSignature>((resolve, reject) => {
    thread.port.once("message", (message: FromWorker) => {
      if (message.type === "loaded") resolve(message.signature);
      else if (message.type === "refused") {
        reject(
          message.provider
            ? new ProviderError(message.message)
            : new StatusError("INTERNAL", `onnx runtime error: ${message.message}`),
        );
      }
    });
    void thread.exited.then((error = "no reason given") =>
      reject(
        new StatusError("INTERNAL", `the thread of ${options.name} ended while loading: ${error}`),
      ),
    );
  });
  return workerInstance(thread, signature, options);
}

function workerInstance(
  { port, exited }: Thread,
  signature: ModelFileSignature,
  { name, kind, deviceId, provider, onLost }: WorkerInstanceOptions,
): BackendInstance {
  const runs: Run[] = [];
  let closing = false;

  port.on("message", (message: FromWorker) => {
    const run = runs.shift();
    if (message.type === "done") run?.resolve({ ...message, parameters: {} });
    else if (message.type === "failed") {
      run?.reject(new StatusError("INTERNAL", `onnx runtime error: ${message.message}`));
    }
  });

  void exited.then((error) => {
    if (closing) return;
    const why = error === undefined ? "" : `: ${error}`;
    const lost = new StatusError("INTERNAL", `instance '${name}' ended unexpectedly${why}`);
    onLost(lost);
    for (const run of runs.splice(0)) run.reject(lost);
  });

  return {
    name,
    kind,
    deviceId,
    provider,
    signature,
    takesNext: true,
    // Fields that the thread doesn't need are left out: each costs time on both sides.
    execute: ({ buffer, tensors, outputs }: BatchInput) =>
      new Promise<BatchOutput>((resolve, reject) => {
        runs.push({ resolve, reject });
        port.postMessage({ type: "run", buffer, tensors, outputs } satisfies ToWorker, [buffer]);
      }),
    async close() {
      closing = true;
      port.postMessage({ type: "close" } satisfies ToWorker);
      await exited;
    },
  };
}
