import type { MessagePort } from "node:worker_threads";
import type { InferenceSession } from "onnxruntime-node";
import type { ModelFileSignature } from "../../config/types.ts";
import type { Rewrite } from "../../onnx-file/rewrite.ts";
import type { BatchOutputTensor, BatchTensor } from "../backend.ts";

/** What an instance's session needs. Without a model file, the provider is only tried. */
export interface SessionStart {
  readonly modelFile: string | undefined;
  readonly options: InferenceSession.SessionOptions;
  /** What the binding needs changed in the model file; undefined where it takes the file as it is. */
  readonly rewrite: Rewrite | undefined;
  /** Must compute something before the session is made. */
  readonly probe: InferenceSession.ExecutionProviderConfig | undefined;
}

export interface WorkerStart extends SessionStart {
  readonly port: MessagePort;
}

/** What a thread that several instances share is given; its port takes {@link WorkerStart}, null ends it. */
export interface SharedWorkerStart {
  readonly shared: true;
  readonly port: MessagePort;
}

/** A batch to run. */
export interface RunMessage {
  readonly type: "run";
  readonly buffer: ArrayBuffer;
  readonly tensors: readonly BatchTensor[];
  readonly outputs: readonly string[] | undefined;
}

export type RunResult =
  | {
      readonly type: "done";
      readonly outputs: readonly BatchOutputTensor[];
      readonly inferStart: number;
      readonly inferEnd: number;
    }
  | { readonly type: "failed"; readonly message: string };

/** What an instance and its worker thread send each other; buffers are transferred, both ways. */
export type ToWorker = RunMessage | { readonly type: "close" };

export type FromWorker =
  | { readonly type: "loaded"; readonly signature: ModelFileSignature }
  /** `provider`: the execution provider does not work here, whatever the model. */
  | { readonly type: "refused"; readonly message: string; readonly provider: boolean }
  | (RunResult & { readonly buffer: ArrayBuffer });
