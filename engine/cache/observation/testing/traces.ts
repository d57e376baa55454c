import { seededRandom } from "../../../../main/wire/index.ts";
import type { HitRatePoint } from "../../../types.ts";

/** A 32-bit hash, as evenly distributed as that of a request. */
export function spread(key: number): number {
  let mixed = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Keys from 0, the frequency of key k as (k + 1)^-exponent. */
export function zipf(trace: {
  readonly requests: number;
  readonly keys: number;
  readonly exponent: number;
  readonly seed: number;
}): number[] {
  const { requests, keys, exponent, seed } = trace;
  const next = seededRandom(seed);
  const upTo = new Float64Array(keys);
  let sum = 0;
  for (let key = 0; key < keys; key++) upTo[key] = sum += (key + 1) ** -exponent;
  return Array.from({ length: requests }, () => {
    const wanted = next() * sum;
    let [low, high] = [0, keys - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}

/** Hit rate of an LRU cache that follows `ResponseCache` (rules CACHE-3 and CACHE-12). */
export function lruHitRate(
  trace: readonly number[],
  sizeOf: (key: number) => number,
  capacity: number,
): number {
  const lastUse = new Map<number, number>();
  const uses: number[] = [];
  let [used, hits, oldest] = [0, 0, 0];
  for (const key of trace) {
    const bytes = sizeOf(key);
    if (lastUse.has(key)) hits += 1;
    else if (bytes > capacity) continue;
    else used += bytes;
    lastUse.set(key, uses.push(key) - 1);
    for (; used > capacity; oldest++) {
      const left = uses[oldest] ?? 0;
      if (lastUse.get(left) !== oldest) continue;
      lastUse.delete(left);
      used -= sizeOf(left);
    }
  }
  return hits / trace.length;
}

/** Hit rate of the curve at this cache size. */
export function hitRateAt(curve: readonly HitRatePoint[], bytes: number): number {
  return curve.findLast((point) => point.bytes <= bytes)?.hitRate ?? 0;
}
