import type { FileTensor, OnnxReport } from "../../../main/contract/index.ts";

export interface TensorBatching {
  readonly name: string;
  readonly role: "input" | "output";
  readonly batches: boolean;
  readonly reason: string;
}

export interface Batching {
  /** Whether a server may batch its requests. */
  readonly batchable: boolean;
  readonly tensors: readonly TensorBatching[];
  /** Other obstacles, certain or possible. */
  readonly advice: readonly string[];
}

/**
 * Whether a model supports batching, as Triton's onnxruntime backend decides when it completes a configuration: every
 * input and output has a variable leading dimension.
 */
export function judgeBatching(report: OnnxReport): Batching {
  const tensors = [
    ...report.inputs.map((tensor) => judge(tensor, "input")),
    ...report.outputs.map((tensor) => judge(tensor, "output")),
  ];
  const batchable = tensors.length > 0 && tensors.every(({ batches }) => batches);
  return { batchable, tensors, advice: adviceFor(report, batchable) };
}

function judge({ name, shape, configType }: FileTensor, role: "input" | "output"): TensorBatching {
  const no = (reason: string) => ({ name, role, batches: false, reason });
  if (configType === null) return no("its type does not exist in ModelConfig");
  if (shape === null) return no("its rank is unknown");
  if (shape.length === 0) return no("it is a scalar, without any dimension");
  const [first] = shape;
  if (typeof first === "number") return no(`its first dimension is fixed at ${first}`);
  const named = first ? ` (${first})` : "";
  return { name, role, batches: true, reason: `its first dimension${named} may vary` };
}

function adviceFor({ inputs, outputs, fixedReshapes }: OnnxReport, batchable: boolean): string[] {
  const advice: string[] = [];
  const leading = new Set(
    [...inputs, ...outputs].flatMap(({ shape }) =>
      typeof shape?.[0] === "string" ? shape[0] : [],
    ),
  );
  if (batchable && leading.size > 1)
    advice.push(
      `The first dimensions have different names (${[...leading].join(", ")}): check that they all stand for the batch.`,
    );
  for (const { node, shape } of fixedReshapes.slice(0, 5))
    advice.push(
      `The Reshape ${node || "without a name"} writes the fixed shape [${shape.join(", ")}]: if its first dimension is meant to be the batch, a batch of another size fails there. Export it with 0 or −1 in that place.`,
    );
  if (fixedReshapes.length > 5)
    advice.push(`And ${fixedReshapes.length - 5} more of these Reshapes.`);
  if (!batchable)
    advice.push(
      "To have it batched, export it again with a dynamic first dimension on every input and output; until then max_batch_size must be 0.",
    );
  return advice;
}
