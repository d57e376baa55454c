import type { NormalizedRequest } from "../requests/normalize.ts";
import type { InputSpec, ModelIo } from "../requests/model-io.ts";
import { reshapeDims } from "../requests/reshape.ts";
import type { BatchInput, BatchTensor } from "./backend.ts";
import type { BufferPool } from "./buffer-pool.ts";

/** Where tensors begin in a batch's buffer: enough for every element type and for vector loads. */
const ALIGNMENT = 64;

/** Writes the requests' inputs one behind the other into a pooled buffer: the one copy of their bytes. */
export function gatherBatch(
  requests: readonly NormalizedRequest[],
  pool: BufferPool,
  io: ModelIo,
): BatchInput {
  const batches = io.maxBatchSize > 0;
  const [head] = requests;
  const items = requests.reduce((sum, request) => sum + request.items, 0);
  const tensors: BatchTensor[] = [];
  let end = 0;
  for (const [i, { spec, tensor }] of (head?.inputs ?? []).entries()) {
    let byteLength = 0;
    for (const request of requests) byteLength += request.inputs[i]?.tensor.byteLength ?? 0;
    tensors.push({
      name: spec.name,
      datatype: spec.datatype,
      shape: batches
        ? [items, ...modelDims(spec, tensor.shape.slice(1))]
        : modelDims(spec, tensor.shape),
      offset: end,
      byteLength,
    });
    end = Math.ceil((end + byteLength) / ALIGNMENT) * ALIGNMENT;
  }

  const buffer = pool.take(end);
  const bytes = new Uint8Array(buffer);
  for (const [i, { offset }] of tensors.entries()) {
    let at = offset;
    for (const request of requests) {
      for (const segment of request.inputs[i]?.tensor.segments ?? []) {
        bytes.set(segment, at);
        at += segment.byteLength;
      }
    }
  }
  return {
    buffer,
    tensors,
    items: requests.map((request) => request.items),
    outputs: requestedOutputs(requests),
  };
}

function modelDims(spec: InputSpec, dims: readonly number[]): readonly number[] {
  return spec.reshape === undefined ? dims : reshapeDims(dims, spec.dims, spec.reshape);
}

function requestedOutputs(requests: readonly NormalizedRequest[]): string[] | undefined {
  const names = new Set<string>();
  for (const { source } of requests) {
    if (source.outputs.length === 0) return undefined;
    for (const { name } of source.outputs) names.add(name);
  }
  return [...names];
}
