import { StatusError } from "../../base/status-error.ts";
import { bytesOffsets } from "../requests/bytes-elements.ts";
import { elementCount } from "../requests/datatypes.ts";
import type { ModelIo, OutputSpec } from "../requests/model-io.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import { reshapeDims } from "../requests/reshape.ts";
import type { OutputTensor } from "../types.ts";
import type { BatchOutput, BatchOutputTensor } from "./backend.ts";
import { sourceShape } from "./batch-inputs.ts";

/** The part of an output that belongs to the request at `index` of the batch, as a view. */
type Cut = (index: number) => OutputTensor;

interface CutOutput {
  readonly name: string;
  readonly cut: Cut;
}

/**
 * Splits a batch's outputs among its requests, as views. Throws INTERNAL if an output has another
 * batch size.
 */
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
    // In the configuration's order if the request named none, else in the request's.
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
  // A model's scalar output gets the configured dims.
  const isScalar = output.shape.length === 0 && spec.reshape === undefined;
  const shape = isScalar ? spec.dims : clientDims(spec, output.shape);
  return () => ({ name, datatype, shape, data });
}

/** Splits an output whose first dimension is the batch. */
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

/** Splits an output into parts with the shapes of an input (BACKEND-17). */
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

/** Offsets of each entry's part, and the end of the last one. */
function computeStarts<T>(entries: readonly T[], size: (entry: T) => number): number[] {
  const starts = [0];
  let end = 0;
  for (const entry of entries) starts.push((end += size(entry)));
  return starts;
}

/** Views of an output's data, with `rowElements` elements per row. */
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
