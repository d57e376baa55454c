import { StatusError } from "../protocol/status.ts";
import { bytesOffsets } from "../requests/bytes-elements.ts";
import { elementCount } from "../requests/datatypes.ts";
import type { ModelIo, OutputSpec } from "../requests/model-io.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import { reshapeDims } from "../requests/reshape.ts";
import type { OutputTensor } from "../types.ts";
import type { BatchOutput, BatchOutputTensor } from "./backend.ts";

/** Each request's share of the batch's outputs, as views. Throws INTERNAL when an output has another batch size. */
export function scatterBatch(
  requests: readonly NormalizedRequest[],
  { outputs }: BatchOutput,
  io: ModelIo,
): OutputTensor[][] {
  const known = io.outputs.flatMap((spec) => {
    const output = outputs.find(({ name }) => name === spec.name);
    return output === undefined ? [] : [{ spec, output }];
  });
  if (io.maxBatchSize === 0) {
    return requests.map((request) =>
      requested(request, known).map(({ spec, output }) => ({
        ...output,
        shape: clientDims(spec, output.shape),
      })),
    );
  }
  const items = requests.reduce((sum, request) => sum + request.items, 0);
  const rows = known.map(({ spec, output }) => ({
    spec,
    ...rowsOf(output, spec, items, io.model),
  }));
  let start = 0;
  return requests.map((request) => {
    const end = start + request.items;
    const share = requested(request, rows).map(({ spec, datatype, dims, slice }) => ({
      name: spec.name,
      datatype,
      shape: [request.items, ...dims],
      data: slice(start, end),
    }));
    start = end;
    return share;
  });
}

/** An output as rows of the batch. */
function rowsOf(output: BatchOutputTensor, spec: OutputSpec, items: number, model: string) {
  const { name, datatype, shape, data } = output;
  if (shape[0] !== items) {
    throw new StatusError(
      "INTERNAL",
      `output '${name}' of model '${model}' has shape [${shape.join(",")}] for a batch of ${items}; its first dimension must be the batch size`,
    );
  }
  const dims = clientDims(spec, shape.slice(1));
  if (datatype === "BYTES") {
    const perRow = elementCount(shape.slice(1));
    const offsets = bytesOffsets(data, items * perRow, name);
    const slice = (start: number, end: number) =>
      data.subarray(offsets[start * perRow], offsets[end * perRow]);
    return { datatype, dims, slice };
  }
  const rowBytes = data.byteLength / items;
  const slice = (start: number, end: number) => data.subarray(start * rowBytes, end * rowBytes);
  return { datatype, dims, slice };
}

function clientDims(spec: OutputSpec, dims: readonly number[]): readonly number[] {
  return spec.reshape === undefined ? dims : reshapeDims(dims, spec.reshape, spec.dims);
}

/** What the request asked for, in its order; all in the configuration's order when it named none. */
function requested<T extends { spec: OutputSpec }>(
  { source }: NormalizedRequest,
  available: readonly T[],
): readonly T[] {
  if (source.outputs.length === 0) return available;
  return source.outputs.flatMap(({ name }) => available.filter(({ spec }) => spec.name === name));
}
