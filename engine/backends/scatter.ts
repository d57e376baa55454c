import { StatusError } from "../../base/status-error.ts";
import { bytesOffsets } from "../requests/bytes-elements.ts";
import { elementCount } from "../requests/datatypes.ts";
import type { ModelIo, OutputSpec } from "../requests/model-io.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import { reshapeDims } from "../requests/reshape.ts";
import type { OutputTensor } from "../types.ts";
import type { BatchOutput, BatchOutputTensor } from "./backend.ts";
import { sourceShape } from "./batch-inputs.ts";

/** The share that the request at `index` of the batch has in an output, as a view. */
type Cut = (index: number) => OutputTensor;

interface CutOutput {
  readonly name: string;
  readonly cut: Cut;
}

/** Each request's share of the batch's outputs, as views. Throws INTERNAL when an output has another batch size. */
export function scatterBatch(
  requests: readonly NormalizedRequest[],
  { outputs }: BatchOutput,
  io: ModelIo,
): OutputTensor[][] {
  const cuts: CutOutput[] = [];
  for (const spec of io.outputs) {
    const output = outputs.find(({ name }) => name === spec.name);
    if (output !== undefined)
      cuts.push({ name: spec.name, cut: cutter(output, spec, requests, io) });
  }
  return requests.map(({ source }, index) => {
    // In the configuration's order where the request named none, else in its own.
    if (source.outputs.length === 0) return cuts.map(({ cut }) => cut(index));
    return source.outputs.flatMap(({ name }) => {
      const found = cuts.find((output) => output.name === name);
      return found === undefined ? [] : [found.cut(index)];
    });
  });
}

function cutter(
  output: BatchOutputTensor,
  spec: OutputSpec,
  requests: readonly NormalizedRequest[],
  io: ModelIo,
): Cut {
  if (spec.shapedAs !== undefined) return shapedCutter(output, spec.shapedAs, requests, io.model);
  if (io.maxBatchSize > 0) return rowCutter(output, spec, requests, io.model);
  const { name, datatype, data } = output;
  // A scalar of the model's has the dims that the configuration gives it.
  const isScalar = output.shape.length === 0 && spec.reshape === undefined;
  const shape = isScalar ? spec.dims : clientDims(spec, output.shape);
  return () => ({ name, datatype, shape, data });
}

/** Cuts an output whose first dimension is the batch. */
function rowCutter(
  output: BatchOutputTensor,
  spec: OutputSpec,
  requests: readonly NormalizedRequest[],
  model: string,
): Cut {
  const { name, datatype, shape } = output;
  const starts = computeStarts(requests, ({ items }) => items);
  const items = starts.at(-1) ?? 0;
  if (shape[0] !== items) {
    throw new StatusError(
      "INTERNAL",
      `output '${name}' of model '${model}' has shape [${shape.join(",")}] for a batch of ${items}; its first dimension must be the batch size`,
    );
  }
  const modelDims = shape.slice(1);
  const dims = clientDims(spec, modelDims);
  const slice = slicer(output, elementCount(modelDims), items * elementCount(modelDims));
  return (index) => ({
    name,
    datatype,
    shape: [requests[index]?.items ?? 0, ...dims],
    data: slice(starts[index] ?? 0, starts[index + 1] ?? 0),
  });
}

/** Cuts an output into shares that have the shapes of an input (rule BACKEND-17). */
function shapedCutter(
  output: BatchOutputTensor,
  source: string,
  requests: readonly NormalizedRequest[],
  model: string,
): Cut {
  const { name, datatype, shape } = output;
  const shapes = requests.map((request) => sourceShape(request, { source, names: [name] }));
  const starts = computeStarts(shapes, elementCount);
  const elements = starts.at(-1) ?? 0;
  if (elementCount(shape) !== elements) {
    throw new StatusError(
      "INTERNAL",
      `output '${name}' of model '${model}' has shape [${shape.join(",")}], but the inputs '${source}' that it follows have ${elements} elements`,
    );
  }
  const slice = slicer(output, 1, elements);
  return (index) => ({
    name,
    datatype,
    shape: shapes[index] ?? [],
    data: slice(starts[index] ?? 0, starts[index + 1] ?? 0),
  });
}

/** Where the share of each entry begins, and where the last one ends. */
function computeStarts<T>(entries: readonly T[], size: (entry: T) => number): number[] {
  const starts = [0];
  let end = 0;
  for (const entry of entries) starts.push((end += size(entry)));
  return starts;
}

/** Views of an output's data, by rows of `rowElements` elements each. */
function slicer(
  { name, datatype, data }: BatchOutputTensor,
  rowElements: number,
  elements: number,
): (start: number, end: number) => Uint8Array {
  if (datatype === "BYTES") {
    const offsets = bytesOffsets(data, elements, name);
    return (start, end) => data.subarray(offsets[start * rowElements], offsets[end * rowElements]);
  }
  const rowBytes = elements === 0 ? 0 : (data.byteLength / elements) * rowElements;
  return (start, end) => data.subarray(start * rowBytes, end * rowBytes);
}

function clientDims(spec: OutputSpec, dims: readonly number[]): readonly number[] {
  return spec.reshape === undefined ? dims : reshapeDims(dims, spec.reshape, spec.dims);
}
