import type { InputSpec, ModelIo } from "../requests/model-io.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import { elementCount } from "../requests/datatypes.ts";
import { reshapeDims } from "../requests/reshape.ts";
import type { BatchInput, BatchTensor } from "./backend.ts";
import { batchInputs } from "./batch-inputs.ts";
import type { BufferPool } from "./buffer-pool.ts";

/** Alignment of tensors in a batch's buffer: enough for every element type and for vector loads. */
const ALIGNMENT = 64;

/** Copies the requests' inputs into one pooled buffer; the only copy of their bytes. */
export function gatherBatch(
  requests: readonly NormalizedRequest[],
  pool: BufferPool,
  io: ModelIo,
): BatchInput {
  const inputs = requests[0]?.inputs ?? [];
  const items: number[] = [];
  let itemCount = 0;
  for (const request of requests) {
    items.push(request.items);
    itemCount += request.items;
  }
  const tensors: BatchTensor[] = [];
  let end = 0;
  const place = (tensor: Omit<BatchTensor, "offset">) => {
    tensors.push({ ...tensor, offset: end });
    end = Math.ceil((end + tensor.byteLength) / ALIGNMENT) * ALIGNMENT;
  };
  for (let i = 0; i < inputs.length; i++) {
    const { spec, tensor } = inputs[i] as (typeof inputs)[number];
    let byteLength = 0;
    for (const request of requests) byteLength += request.inputs[i]?.tensor.byteLength ?? 0;
    const shape = spec.ragged
      ? [raggedElements(requests, i)]
      : io.maxBatchSize > 0
        ? [itemCount, ...modelDims(spec, tensor.shape.slice(1))]
        : modelDims(spec, tensor.shape);
    place({ name: spec.name, datatype: spec.datatype, shape, byteLength });
  }
  const made = io.batchInputs.length > 0 ? batchInputs(io, requests) : [];
  for (const { name, datatype, shape, values } of made) {
    place({ name, datatype, shape, byteLength: values.byteLength });
  }

  const buffer = pool.take(end);
  const bytes = new Uint8Array(buffer);
  for (let i = 0; i < inputs.length; i++) {
    let at = tensors[i]?.offset ?? 0;
    for (const request of requests) {
      for (const segment of request.inputs[i]?.tensor.segments ?? []) {
        bytes.set(segment, at);
        at += segment.byteLength;
      }
    }
  }
  for (const [i, { values }] of made.entries()) {
    const data = new Uint8Array(values.buffer as ArrayBuffer);
    bytes.set(data, tensors[inputs.length + i]?.offset);
  }
  return { buffer, tensors, items, outputs: requestedOutputs(requests) };
}

function raggedElements(requests: readonly NormalizedRequest[], input: number): number {
  let elements = 0;
  for (const { inputs } of requests) elements += elementCount(inputs[input]?.tensor.shape ?? [0]);
  return elements;
}

function modelDims(spec: InputSpec, dims: readonly number[]): readonly number[] {
  return spec.reshape === undefined ? dims : reshapeDims(dims, spec.dims, spec.reshape);
}

/** Undefined if a request asks for all. */
function requestedOutputs(requests: readonly NormalizedRequest[]): string[] | undefined {
  if (requests.some(({ source }) => source.outputs.length === 0)) return undefined;
  const names = new Set<string>();
  for (const { source } of requests) for (const { name } of source.outputs) names.add(name);
  return [...names];
}
