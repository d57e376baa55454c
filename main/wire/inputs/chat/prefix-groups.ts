import type { PrefixGroups } from "../../../contract/index.ts";

/** Upper ends of the groups' parts of 0 to 1, by plan. */
const known = new WeakMap<PrefixGroups, Float64Array>();

/** The group of a uniform number from 0 to 1 (LAB-PREFIX-2). */
export function groupAt(prefixes: PrefixGroups, drawn: number): number {
  const { count, byGroup } = prefixes;
  if (!byGroup) return Math.floor(drawn * count);
  let ends = known.get(prefixes);
  if (!ends) known.set(prefixes, (ends = groupEnds(prefixes, byGroup)));
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (drawn < (ends[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function groupEnds(
  { count }: PrefixGroups,
  byGroup: NonNullable<PrefixGroups["byGroup"]>,
): Float64Array {
  const weight = (k: number) =>
    byGroup.kind === "zipf" ? 1 / (k + 1) ** byGroup.exponent : (byGroup.weights[k] ?? 0);
  let sum = 0;
  const ends = Float64Array.from({ length: count }, (_, k) => (sum += weight(k)));
  return ends.map((end) => end / sum);
}
