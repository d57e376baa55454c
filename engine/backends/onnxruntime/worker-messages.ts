import type { MessagePort } from "node:worker_threads";
import type { InferenceSession } from "onnxruntime-node";
import type { ModelFileSignature } from "../../config/types.ts";
import type { Rewrite } from "../../onnx-file/rewrite.ts";
import type { BatchOutputTensor, BatchTensor } from "../backend.ts";

/** What an instance's session needs. Without a model file it only probes the provider. */
export interface SessionStart {
  readonly modelFile: string | undefined;
  readonly options: InferenceSession.SessionOptions;
  /**
   * Changes to the model file that the binding needs; undefined if it can load the file as it is.
   */
  readonly rewrite: Rewrite | undefined;
  /** Providers that must prove to compute before the session is created. */
  readonly probe: InferenceSession.ExecutionProviderConfig | undefined;
}

export interface WorkerStart extends SessionStart {
  readonly port: MessagePort;
}

/**
 * Data for a thread that several instances share: {@link WorkerStart} messages through its port,
 * null ends it.
 */
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

/**
 * Messages between an instance and its worker thread; buffers are transferred in both directions.
 */
export type ToWorker = RunMessage | { readonly type: "close" };

export type FromWorker =
  | { readonly type: "loaded"; readonly signature: ModelFileSignature }
  /** `provider`: the execution provider doesn't work here, independent of the model. */
  | { readonly type: "refused"; readonly message: string; readonly provider: boolean }
  | (RunResult & { readonly buffer: ArrayBuffer });
