import type { NormalizedRequest } from "../requests/normalize.ts";
import type { InputSpec } from "../requests/model-io.ts";
import type { RequestedOutput } from "../types.ts";
import type { CacheKey } from "./cache-key.ts";

/** A copy of everything in a request that its response depends on (rule CACHE-1). */
export interface StoredRequest {
  readonly owner: string;
  readonly specs: readonly InputSpec[];
  readonly shapes: readonly (readonly number[])[];
  readonly requested: readonly RequestedOutput[];
  /** The inputs' bytes, one after the other. */
  readonly bytes: Uint8Array;
}

export function inputBytes(request: NormalizedRequest): number {
  let bytes = 0;
  for (const { tensor } of request.inputs) bytes += tensor.byteLength;
  return bytes;
}

/** `bytes` must have exactly the size of the inputs. */
export function storeRequest({ owner, request }: CacheKey, bytes: Uint8Array): StoredRequest {
  let at = 0;
  for (const { tensor } of request.inputs) {
    for (const segment of tensor.segments) {
      bytes.set(segment, at);
      at += segment.byteLength;
    }
  }
  return {
    owner,
    specs: request.inputs.map(({ spec }) => spec),
    shapes: request.inputs.map(({ tensor }) => tensor.shape.slice()),
    requested: request.source.outputs.map(({ name, classification }) => ({ name, classification })),
    bytes,
  };
}

/** Compares byte by byte, since equal hashes may be collisions (rule CACHE-2). */
export function sameRequest(stored: StoredRequest, { owner, request }: CacheKey): boolean {
  const { inputs, source } = request;
  if (stored.owner !== owner || stored.specs.length !== inputs.length) return false;
  if (!sameOutputs(stored.requested, source.outputs)) return false;
  const { bytes } = stored;
  let at = 0;
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i];
    // A load has one spec per input, which determines name and datatype.
    if (input === undefined || stored.specs[i] !== input.spec) return false;
    if (!sameShape(stored.shapes[i], input.tensor.shape)) return false;
    if (at + input.tensor.byteLength > bytes.byteLength) return false;
    for (const segment of input.tensor.segments) {
      const end = at + segment.byteLength;
      if (Buffer.compare(bytes.subarray(at, end), segment) !== 0) return false;
      at = end;
    }
  }
  return at === bytes.byteLength;
}

function sameShape(a: readonly number[] | undefined, b: readonly number[]): boolean {
  if (a === undefined || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function sameOutputs(a: readonly RequestedOutput[], b: readonly RequestedOutput[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i]?.name !== b[i]?.name || a[i]?.classification !== b[i]?.classification) return false;
  }
  return true;
}
