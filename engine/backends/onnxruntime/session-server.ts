import type { Tensor } from "onnxruntime-node";
import { compactHeap } from "./compact-heap.ts";
import { fp32Name } from "../../onnx-file/rewrite.ts";
import { type Adaptation, type OpenedSession, openSession } from "./open-session.ts";
import { bf16FromOrt, bf16ToOrt, fromOrtTensor, toOrtTensor } from "./ort-tensors.ts";
import { probeProvider } from "./probe.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./worker-messages.ts";

/**
 * Without a batch for this long, an instance returns the memory that loading its session left; not while others load.
 */
const IDLE_MS = 3000;

type RunMessage = ToWorker & { type: "run" };

const now = () => Number(process.hrtime.bigint());

/** Loads a session and runs the batches that come through the port, one after the other, until it is closed. */
export async function serveSession(start: WorkerStart): Promise<void> {
  const { port, probe, modelFile, options, rewrite } = start;
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);

  let provider = true;
  let scalars = new Set<string>();
  let opened: OpenedSession | undefined;
  try {
    if (probe !== undefined) await probeProvider(probe);
    provider = false;
    if (modelFile !== undefined) opened = await openSession(modelFile, options, rewrite);
    const signature = opened?.signature ?? { inputs: [], outputs: [] };
    const ranks = [
      ...signature.inputs.map(({ name, shape }) => ({ name, rank: shape.length })),
      ...Object.entries(opened?.adaptation?.defaults ?? {}).map(([name, { dims }]) => ({
        name,
        rank: dims.length,
      })),
    ];
    scalars = new Set(ranks.flatMap(({ name, rank }) => (rank === 0 ? [name] : [])));
    send({ type: "loaded", signature });
  } catch (error) {
    send({ type: "refused", message: describeRunError(error), provider });
    port.close();
    return;
  }

  const run = async ({ buffer, tensors, outputs: names }: RunMessage): Promise<void> => {
    if (opened === undefined) return;
    const { session, adaptation } = opened;
    try {
      const feeds: Record<string, Tensor> = {};
      for (const tensor of tensors) {
        // Configurations write a scalar as [1]; the runtime compares ranks.
        const fed = scalars.has(tensor.name) ? { ...tensor, shape: [] } : tensor;
        if (adaptation?.bf16.inputs.has(tensor.name)) {
          feeds[fp32Name(tensor.name, "input")] = bf16ToOrt(buffer, fed);
        } else feeds[tensor.name] = toOrtTensor(buffer, fed);
      }
      if (adaptation !== undefined) addDefaults(feeds, adaptation);
      const inferStart = now();
      const asked = adaptation === undefined ? names : names?.map(sessionOutput(adaptation));
      const results = asked ? await session.run(feeds, asked) : await session.run(feeds);
      const inferEnd = now();
      const outputs = [];
      const transfer = [buffer];
      for (const name in results) {
        const result = results[name] as Tensor;
        const own = adaptation === undefined ? undefined : bf16Output(name, adaptation);
        const output = own === undefined ? fromOrtTensor(name, result) : bf16FromOrt(own, result);
        outputs.push(output);
        // Two outputs may be views of one memory, which moves once.
        const memory = output.data.buffer as ArrayBuffer;
        if (!transfer.includes(memory)) transfer.push(memory);
      }
      send({ type: "done", buffer, outputs, inferStart, inferEnd }, transfer);
    } catch (error) {
      send({ type: "failed", buffer, message: describeRunError(error) }, [buffer]);
    }
  };

  let runs = 0;
  const compactWhenIdle = (before: number) =>
    setTimeout(() => {
      if (runs === before) compactHeap();
      else compactWhenIdle(runs);
    }, IDLE_MS).unref();
  compactWhenIdle(runs);

  let last = Promise.resolve();
  port.on("message", (message: ToWorker) => {
    runs += 1;
    last = last.then(async () => {
      if (message.type === "run") return run(message);
      await opened?.session.release();
      port.close();
    });
  });
}

function addDefaults(feeds: Record<string, Tensor>, { defaults }: Adaptation): void {
  for (const [name, value] of Object.entries(defaults)) feeds[name] ??= value;
}

function sessionOutput({ bf16 }: Adaptation): (name: string) => string {
  return (name) => (bf16.outputs.has(name) ? fp32Name(name, "output") : name);
}

/** The file's name of a session's output that is BF16 in the file. */
function bf16Output(sessionName: string, { bf16 }: Adaptation): string | undefined {
  const suffix = fp32Name("", "output");
  const name = sessionName.endsWith(suffix) ? sessionName.slice(0, -suffix.length) : undefined;
  return name !== undefined && bf16.outputs.has(name) ? name : undefined;
}

/** ONNX element types that the binding knows by number only. */
const UNKNOWN_TYPES: Readonly<Record<string, string>> = {
  14: "complex64",
  15: "complex128",
  16: "BF16",
};

function describeRunError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const type = /^Unsupported data type: (\d+)$/.exec(message)?.[1];
  if (type === undefined) return message;
  const name = UNKNOWN_TYPES[type] ?? `${type} of ONNX's element types`;
  return `the model has an input or output of type ${name}, which the ONNX Runtime's Node binding does not take; let the model cast it from or to FP32, or serve it with a Triton server and connect to that`;
}
