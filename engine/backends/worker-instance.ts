import { Worker } from "node:worker_threads";
import type { ModelFileSignature } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
import type { BackendInstance, BatchInput, BatchOutput } from "./backend.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./worker-messages.ts";

export interface WorkerInstanceOptions {
  readonly name: string;
  readonly kind: string;
  readonly provider: string;
  /** The module that the thread runs; speaks the messages of worker-messages.ts. */
  readonly module: URL;
  readonly start: WorkerStart;
  readonly onLost: (error: StatusError) => void;
}

interface Run {
  readonly resolve: (output: BatchOutput) => void;
  readonly reject: (error: StatusError) => void;
}

/** Starts a worker thread and waits until its model is loaded; throws INVALID_ARGUMENT with why it is not. */
export async function startWorkerInstance(
  options: WorkerInstanceOptions,
): Promise<BackendInstance> {
  const worker = new Worker(options.module, { workerData: options.start, name: options.name });
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const signature = await new Promise<ModelFileSignature>((resolve, reject) => {
    worker.once("message", (message: FromWorker) => {
      if (message.type === "loaded") resolve(message.signature);
      else if (message.type === "refused") {
        reject(new StatusError("INVALID_ARGUMENT", message.message));
      }
    });
    worker.once("error", (error) => reject(StatusError.from(error)));
    void exited.then(() =>
      reject(
        new StatusError("INTERNAL", `the worker thread of ${options.name} ended while loading`),
      ),
    );
  });
  return workerInstance(worker, exited, signature, options);
}

function workerInstance(
  worker: Worker,
  exited: Promise<void>,
  signature: ModelFileSignature,
  { name, kind, provider, onLost }: WorkerInstanceOptions,
): BackendInstance {
  const runs: Run[] = [];
  let cause: unknown;
  let closing = false;

  worker.on("message", (message: FromWorker) => {
    const run = runs.shift();
    if (message.type === "done") run?.resolve({ ...message, parameters: {} });
    else if (message.type === "failed") {
      run?.reject(new StatusError("INTERNAL", `onnx runtime error: ${message.message}`));
    }
  });
  worker.on("error", (error) => {
    cause = error;
  });

  void exited.then(() => {
    if (closing) return;
    const why = cause === undefined ? "" : `: ${(cause as Error).message}`;
    const error = new StatusError("INTERNAL", `instance '${name}' ended unexpectedly${why}`, {
      cause,
    });
    onLost(error);
    for (const run of runs.splice(0)) run.reject(error);
  });

  return {
    name,
    kind,
    provider,
    signature,
    execute: (batch: BatchInput) =>
      new Promise<BatchOutput>((resolve, reject) => {
        runs.push({ resolve, reject });
        const message: ToWorker = { type: "run", ...batch };
        worker.postMessage(message, [batch.buffer]);
      }),
    async close() {
      closing = true;
      worker.postMessage({ type: "close" } satisfies ToWorker);
      await exited;
    },
  };
}
