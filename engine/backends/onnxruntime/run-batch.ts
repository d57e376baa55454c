import type { InferenceSession, Tensor } from "onnxruntime-node";
import { fp32Name } from "../../onnx-file/rewrite.ts";
import { describeRunError } from "./describe-run-error.ts";
import type { Adaptation, OpenedSession } from "./open-session.ts";
import { bf16FromOrt, bf16ToOrt, fromOrtTensor, toOrtTensor } from "./ort-tensors.ts";
import type { RunMessage, RunResult } from "./worker-messages.ts";

const now = () => Number(process.hrtime.bigint());

/** Inputs that are scalars in the file. */
export function findScalars(
  inputs: OpenedSession["signature"]["inputs"],
  adaptation: Adaptation | undefined,
): Set<string> {
  const ranks = [
    ...inputs.map(({ name, shape }) => ({ name, rank: shape.length })),
    ...Object.entries(adaptation?.defaults ?? {}).map(([name, { dims }]) => ({
      name,
      rank: dims.length,
    })),
  ];
  return new Set(ranks.flatMap(({ name, rank }) => (rank === 0 ? [name] : [])));
}

/** Runs a batch synchronously; the result follows in a microtask. */
export async function runBatch(
  opened: OpenedSession,
  scalars: ReadonlySet<string>,
  { buffer, tensors, outputs: names }: RunMessage,
): Promise<RunResult> {
  try {
    const { session, adaptation } = opened;
    const feeds: Record<string, Tensor> = {};
    for (const tensor of tensors) {
      // Configurations write a scalar as [1]; the runtime checks ranks.
      const fed = scalars.has(tensor.name) ? { ...tensor, shape: [] } : tensor;
      if (adaptation?.bf16.inputs.has(tensor.name)) {
        feeds[fp32Name(tensor.name, "input")] = bf16ToOrt(buffer, fed);
      } else feeds[tensor.name] = toOrtTensor(buffer, fed);
    }
    if (adaptation !== undefined) addDefaults(feeds, adaptation);
    const inferStart = now();
    const asked = adaptation === undefined ? names : names?.map(sessionOutput(adaptation));
    const results = await runNow(session, feeds, asked);
    const inferEnd = now();
    const outputs = [];
    for (const name in results) {
      const result = results[name] as Tensor;
      const own = adaptation === undefined ? undefined : bf16Output(name, adaptation);
      outputs.push(own === undefined ? fromOrtTensor(name, result) : bf16FromOrt(own, result));
    }
    return { type: "done", outputs, inferStart, inferEnd };
  } catch (error) {
    return { type: "failed", message: describeRunError(error) };
  }
}

function addDefaults(feeds: Record<string, Tensor>, { defaults }: Adaptation): void {
  for (const [name, value] of Object.entries(defaults)) feeds[name] ??= value;
}

function sessionOutput({ bf16 }: Adaptation): (name: string) => string {
  return (name) => (bf16.outputs.has(name) ? fp32Name(name, "output") : name);
}

/** The file's name of an output that is BF16 in the file. */
function bf16Output(sessionName: string, { bf16 }: Adaptation): string | undefined {
  const suffix = fp32Name("", "output");
  const name = sessionName.endsWith(suffix) ? sessionName.slice(0, -suffix.length) : undefined;
  return name !== undefined && bf16.outputs.has(name) ? name : undefined;
}

/** The binding defers a run to the event loop's next turn, which nothing here needs. */
function runNow(
  session: InferenceSession,
  feeds: Record<string, Tensor>,
  names: readonly string[] | undefined,
): ReturnType<InferenceSession["run"]> {
  const later = globalThis.setImmediate;
  globalThis.setImmediate = runAtOnce as typeof setImmediate;
  try {
    return names ? session.run(feeds, names) : session.run(feeds);
  } finally {
    globalThis.setImmediate = later;
  }
}

function runAtOnce<T extends unknown[]>(task: (...values: T) => void, ...values: T): void {
  task(...values);
}
