import { InferenceSession, type Tensor } from "onnxruntime-node";
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
  let session: InferenceSession | undefined;
  try {
    if (probe !== undefined) await probeProvider(probe);
    provider = false;
    if (modelFile !== undefined) session = await InferenceSession.create(modelFile, options);
    send({
      type: "loaded",
      signature: {
        inputs: session?.inputMetadata.map(fileTensor) ?? [],
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
      for (const tensor of tensors) feeds[tensor.name] = toOrtTensor(buffer, tensor);
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
