import { randomInt } from "node:crypto";
import xxhash, { type XXHashAPI } from "xxhash-wasm";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { InputTensor } from "../types.ts";

/** Identifies a request: `hash` finds candidates, `request` verifies equality. */
export interface CacheKey {
  /** Names one load of a model version. */
  readonly owner: string;
  /** 32 bits, with a new seed in each process. */
  readonly hash: number;
  readonly request: NormalizedRequest;
}

/** A copy of the key with its own memory, which remains valid after the request. */
export function ownedKey({ owner, hash, request }: CacheKey): CacheKey {
  const inputs = request.inputs.map(({ spec, tensor }) => ({
    spec,
    tensor: { ...tensor, segments: tensor.segments.map((segment) => segment.slice()) },
  }));
  return { owner, hash, request: { ...request, inputs } };
}

/** Creates keys of requests; the hash is loaded once. */
export type CacheKeyMaker = (owner: string, request: NormalizedRequest) => CacheKey;

/** Up to this size the 32-bit hash is faster, since it needs no BigInt. */
const SHORT_BYTES = 1024;
/** The hash gets at most this at once: its memory grows to that size and never shrinks. */
const CHUNK_BYTES = 1 << 20;

/**
 * The hash covers the inputs' bytes and shapes; the rest is only verified, because requests of one model rarely differ in
 * it. The seed prevents clients from constructing collisions.
 */
export async function cacheKeyMaker(seed: number = randomInt(2 ** 32)): Promise<CacheKeyMaker> {
  const hasher = await xxhash();
  return (owner, request) => {
    let hash = seed;
    for (const { tensor } of request.inputs) {
      for (const dim of tensor.shape) hash = Math.imul(hash ^ dim, 0x9e3779b1);
      hash = hashTensor(hasher, tensor, hash >>> 0);
    }
    return { owner, hash, request };
  };
}

function hashTensor(hasher: XXHashAPI, tensor: InputTensor, seed: number): number {
  const { segments, byteLength } = tensor;
  const [only] = segments;
  const whole = segments.length === 1 && byteLength <= CHUNK_BYTES ? only : undefined;
  if (byteLength <= SHORT_BYTES) {
    if (whole) return hasher.h32Raw(whole, seed);
    const stream = hasher.create32(seed);
    for (const segment of segments) stream.update(segment);
    return stream.digest();
  }
  const wide = whole
    ? hasher.h64Raw(whole, BigInt(seed))
    : hashLong(hasher, segments, BigInt(seed));
  return Number(BigInt.asUintN(32, wide));
}

function hashLong(hasher: XXHashAPI, segments: readonly Uint8Array[], seed: bigint): bigint {
  const stream = hasher.create64(seed);
  for (const segment of segments) {
    for (let at = 0; at < segment.byteLength; at += CHUNK_BYTES) {
      stream.update(segment.subarray(at, at + CHUNK_BYTES));
    }
  }
  return stream.digest();
}
