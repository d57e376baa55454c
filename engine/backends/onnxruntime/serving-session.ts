import type { InferenceSession } from "onnxruntime-node";
import { StatusError } from "../../../base/status-error.ts";
import type { BackendInstance } from "../backend.ts";
import { openSession } from "./open-session.ts";
import { findScalars, runBatch } from "./run-batch.ts";

type Served = Required<Pick<BackendInstance, "executeHere">>;

/**
 * A second session of a small model on the calling thread (HERE-1 to HERE-3). Opening it blocks the
 * thread while the runtime reads the file.
 */
export async function openServingSession(
  modelFile: string,
  options: InferenceSession.SessionOptions,
): Promise<Served & { release(): Promise<void> }> {
  // It computes only on the calling thread and waits for no other.
  const alone = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
  } as const;
  const opened = await openSession(modelFile, { ...options, ...alone }, undefined);
  const scalars = findScalars(opened.signature.inputs, undefined);
  return {
    async executeHere({ buffer, tensors, outputs }) {
      const result = await runBatch(opened, scalars, { type: "run", buffer, tensors, outputs });
      if (result.type === "done") return { ...result, buffer, parameters: {} };
      throw new StatusError("INTERNAL", `onnx runtime error: ${result.message}`);
    },
    release: () => opened.session.release(),
  };
}
