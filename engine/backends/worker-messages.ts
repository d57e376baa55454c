import type { InferenceSession } from "onnxruntime-node";
import type { ModelFileSignature } from "../config/types.ts";
import type { BatchOutputTensor, BatchTensor } from "./backend.ts";

/** What an instance and its worker thread tell each other. Buffers are transferred, both ways. */
export interface WorkerStart {
  readonly modelFile: string;
  readonly options: InferenceSession.SessionOptions;
}

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
