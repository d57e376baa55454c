import type { MessagePort } from "node:worker_threads";
import type { InferenceSession } from "onnxruntime-node";
import type { ModelFileSignature } from "../../config/types.ts";
import type { BatchOutputTensor, BatchTensor } from "../backend.ts";

/** What a worker thread is given. */
export interface WorkerStart {
  readonly modelFile: string;
  readonly options: InferenceSession.SessionOptions;
  readonly port: MessagePort;
}

/** What an instance and its worker thread tell each other; buffers are transferred, both ways. */
export type ToWorker =
  | {
      readonly type: "run";
      readonly buffer: ArrayBuffer;
      readonly tensors: readonly BatchTensor[];
      readonly outputs: readonly string[] | undefined;
    }
  | { readonly type: "close" };

export type FromWorker =
  | { readonly type: "loaded"; readonly signature: ModelFileSignature }
  | { readonly type: "refused"; readonly message: string }
  | {
      readonly type: "done";
      readonly buffer: ArrayBuffer;
      readonly outputs: readonly BatchOutputTensor[];
      readonly inferStart: number;
      readonly inferEnd: number;
    }
  | { readonly type: "failed"; readonly buffer: ArrayBuffer; readonly message: string };
