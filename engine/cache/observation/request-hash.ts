import type { CacheKey } from "../cache-key.ts";

/** 32 bits, unsigned, over everything that makes requests equal for the cache (rule CACHE-1). `seed` identifies the load. */
export function requestHash({ hash, request }: CacheKey, seed: number): number {
  let mixed = hash ^ seed;
  for (const { spec } of request.inputs) mixed = mixText(mixed, spec.name);
  for (const { name, classification } of request.source.outputs) {
    mixed = Math.imul(mixText(mixed, name) ^ classification, 0x9e3779b1);
  }
  // MurmurHash3's finalizer spreads the mixed bits.
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** FNV-1a of UTF-16 code units. */
export function mixText(seed: number, text: string): number {
  let mixed = seed;
  for (let at = 0; at < text.length; at++)
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return mixed;
}
