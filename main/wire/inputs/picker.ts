import type { Reuse } from "../../contract/index.ts";
import type { Random } from "./random.ts";

/**
 * Chooses which of `count` requests is sent next.
 * - turns: 0, 1, … and from the start again.
 * - duplicates: with probability `share` one of those sent already, all equally likely; otherwise the next new
 *   one in order. The first is always new; when all were sent, they start over and count as not sent.
 * - zipf: request k in proportion to 1 / (k + 1)^exponent, independently; exponent 0 is uniform.
 */
export function picker(reuse: Reuse, count: number, random: Random): () => number {
  switch (reuse.kind) {
    case "turns":
      return turns(count);
    case "duplicates":
      return duplicates(reuse.share, count, random);
    case "zipf":
      return zipf(reuse.exponent, count, random);
  }
}

function turns(count: number): () => number {
  let next = 0;
  return () => {
    const picked = next;
    next = (next + 1) % count;
    return picked;
  };
}

function duplicates(share: number, count: number, random: Random): () => number {
  let sent = 0;
  return () => {
    if (sent > 0 && random() < share) return Math.floor(random() * sent);
    if (sent === count) sent = 0;
    sent += 1;
    return sent - 1;
  };
}

/** Inverse of the cumulative distribution, by bisection. */
function zipf(exponent: number, count: number, random: Random): () => number {
  const upTo = new Float64Array(count);
  let sum = 0;
  for (let k = 0; k < count; k++) {
    sum += (k + 1) ** -exponent;
    upTo[k] = sum;
  }
  return () => {
    const point = random() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] as number) > point) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
