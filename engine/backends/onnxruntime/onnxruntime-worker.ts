/**
 * A worker thread that owns one ONNX session. `session.run` blocks its thread, hence one thread for each
 * instance. It ends only when told to, between runs: ending a thread during a run aborts the process.
 */
import { workerData } from "node:worker_threads";
import { InferenceSession } from "onnxruntime-node";
import { fileTensor, fromOrtTensor, toOrtTensor } from "./ort-tensors.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./worker-messages.ts";

const { modelFile, options, port } = workerData as WorkerStart;

// The binding can't read Float16Array; without it, the runtime's tensors hold FP16 as Uint16Array.
Reflect.deleteProperty(globalThis, "Float16Array");

const send = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer);
const now = () => Number(process.hrtime.bigint());

async function run(session: InferenceSession, message: ToWorker & { type: "run" }): Promise<void> {
  const { buffer, tensors, outputs } = message;
  try {
    const feeds = Object.fromEntries(
      tensors.map((tensor) => [tensor.name, toOrtTensor(buffer, tensor)]),
    );
    const inferStart = now();
    const results = outputs ? await session.run(feeds, outputs) : await session.run(feeds);
    const inferEnd = now();
    const tensorsOut = Object.entries(results).map(([name, tensor]) => fromOrtTensor(name, tensor));
    const memory = new Set(tensorsOut.map(({ data }) => data.buffer as ArrayBuffer));
    send({ type: "done", buffer, outputs: tensorsOut, inferStart, inferEnd }, [buffer, ...memory]);
  } catch (error) {
    send({ type: "failed", buffer, message: (error as Error).message }, [buffer]);
  }
}

async function main(): Promise<void> {
  let session: InferenceSession;
  try {
    session = await InferenceSession.create(modelFile, options);
    const signature = {
      inputs: session.inputMetadata.map(fileTensor),
      outputs: session.outputMetadata.map(fileTensor),
    };
    send({ type: "loaded", signature });
  } catch (error) {
    send({ type: "refused", message: (error as Error).message });
    port.close();
    return;
  }
  let last = Promise.resolve();
  port.on("message", (message: ToWorker) => {
    last = last.then(async () => {
      if (message.type === "run") return run(session, message);
      await session.release();
      port.close();
    });
  });
}

await main();
