import { StatusError } from "../../base/status-error.ts";
import { elementCount } from "../requests/datatypes.ts";
import type { BatchInputSpec, ModelIo } from "../requests/model-io.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { BatchTensor } from "./backend.ts";

/**
 * A tensor that shows which part of a ragged batch belongs to which request (BACKEND-15,
 * BACKEND-16).
 */
export interface MadeTensor extends Pick<BatchTensor, "name" | "datatype" | "shape"> {
  readonly values: Int32Array | Float32Array;
}

/**
 * Computes `batch_input` tensors from the requests' shapes. Throws INVALID_ARGUMENT if the source
 * input is missing.
 */
export function batchInputs(io: ModelIo, requests: readonly NormalizedRequest[]): MadeTensor[] {
  return io.batchInputs.flatMap((spec) => {
    const shapes = requests.map((request) => sourceShape(request, spec));
    const { shape, values } = copyContent(spec.kind, shapes, io.maxBatchSize > 0);
    const data = spec.datatype === "FP32" ? new Float32Array(values) : new Int32Array(values);
    return spec.names.map((name) => ({ name, datatype: spec.datatype, shape, values: data }));
  });
}

/** The shape of a request's input, batch dimension included. */
export function sourceShape(
  { inputs }: NormalizedRequest,
  { source, names }: Pick<BatchInputSpec, "source" | "names">,
): readonly number[] {
  const input = inputs.find(({ spec }) => spec.name === source);
  if (input !== undefined) return input.tensor.shape;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `'${names.join("', '")}' depends on input '${source}', which the request doesn't have`,
  );
}

function copyContent(
  kind: BatchInputSpec["kind"],
  shapes: readonly (readonly number[])[],
  batches: boolean,
): { shape: number[]; values: ArrayLike<number> } {
  const counts = shapes.map(elementCount);
  const accumulated = () => {
    let sum = 0;
    return counts.map((count) => (sum += count));
  };
  const list = (values: number[]) => ({ shape: [values.length], values });
  switch (kind) {
    case "BATCH_ELEMENT_COUNT":
      return list(counts);
    case "BATCH_ACCUMULATED_ELEMENT_COUNT":
      return list(accumulated());
    case "BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO":
      return list([0, ...accumulated()]);
    case "BATCH_MAX_ELEMENT_COUNT_AS_SHAPE": {
      const largest = Math.max(...counts);
      return { shape: [largest], values: new Int32Array(largest) };
    }
    case "BATCH_ITEM_SHAPE_FLATTEN":
      return list(itemShapes(shapes, batches).flat());
    case "BATCH_ITEM_SHAPE": {
      const items = itemShapes(shapes, batches);
      return { shape: [items.length, items[0]?.length ?? 0], values: items.flat() };
    }
  }
}

/** The dims of each item, without the batch dimension. */
function itemShapes(shapes: readonly (readonly number[])[], batches: boolean): number[][] {
  if (!batches) return shapes.map((shape) => [...shape]);
  return shapes.flatMap(([items = 1, ...dims]) => Array.from({ length: items }, () => dims));
}
