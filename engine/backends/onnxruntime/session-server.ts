import { InferenceSession, type Tensor } from "onnxruntime-node";
import { compactHeap } from "./compact-heap.ts";
import { fileTensor, fromOrtTensor, toOrtTensor } from "./ort-tensors.ts";
import { probeProvider } from "./probe.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./worker-messages.ts";

type RunMessage = ToWorker & { type: "run" };

const now = () => Number(process.hrtime.bigint());

/** Loads a session and runs the batches that come through the port, one after the other, until told to close. */
export async function serveSession(start: WorkerStart): Promise<void> {
  const { port, probe, modelFile, options } = start;
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);

  let provider = true;
  let scalars = new Set<string>();
  let session: InferenceSession | undefined;
  try {
    if (probe !== undefined) await probeProvider(probe);
    provider = false;
    if (modelFile !== undefined) session = await InferenceSession.create(modelFile, options);
    const inputs = session?.inputMetadata.map(fileTensor) ?? [];
    scalars = new Set(inputs.flatMap(({ name, shape }) => (shape.length === 0 ? [name] : [])));
    compactHeap();
    send({
      type: "loaded",
      signature: {
        inputs,
        outputs: session?.outputMetadata.map(fileTensor) ?? [],
      },
    });
  } catch (error) {
    send({ type: "refused", message: messageOf(error), provider });
    port.close();
    return;
  }

  const run = async ({ buffer, tensors, outputs: names }: RunMessage): Promise<void> => {
    if (session === undefined) return;
    try {
      const feeds: Record<string, Tensor> = {};
      for (const tensor of tensors) {
        // Configurations write a scalar as [1]; the runtime compares ranks.
        const fed = scalars.has(tensor.name) ? { ...tensor, shape: [] } : tensor;
        feeds[tensor.name] = toOrtTensor(buffer, fed);
      }
      const inferStart = now();
      const results = names ? await session.run(feeds, names) : await session.run(feeds);
      const inferEnd = now();
      const outputs = [];
      const transfer = [buffer];
      for (const name in results) {
        const output = fromOrtTensor(name, results[name] as Tensor);
        outputs.push(output);
        // Two outputs may be views of one memory, which moves once.
        const memory = output.data.buffer as ArrayBuffer;
        if (!transfer.includes(memory)) transfer.push(memory);
      }
      send({ type: "done", buffer, outputs, inferStart, inferEnd }, transfer);
    } catch (error) {
      send({ type: "failed", buffer, message: messageOf(error) }, [buffer]);
    }
  };

  let last = Promise.resolve();
  port.on("message", (message: ToWorker) => {
    last = last.then(async () => {
      if (message.type === "run") return run(message);
      await session?.release();
      port.close();
    });
  });
}

/** ONNX element types that the binding knows by number only. */
const UNKNOWN_TYPES: Readonly<Record<string, string>> = {
  14: "complex64",
  15: "complex128",
  16: "BF16",
};

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const type = /^Unsupported data type: (\d+)$/.exec(message)?.[1];
  if (type === undefined) return message;
  const name = UNKNOWN_TYPES[type] ?? `${type} of ONNX's element types`;
  return `the model has an input or output of type ${name}, which the ONNX Runtime's Node binding does not take; let the model cast it from or to FP32, or serve it with a Triton server and connect to that`;
}
