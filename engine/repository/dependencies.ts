import type { Composing } from "../config/validation/cycles.ts";

/** `names` and all that they are composed of, each after what it is composed of; cycles are cut somewhere. */
export function inLoadOrder(names: readonly string[], composing: Composing): string[] {
  const order = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    composing(name).forEach(visit);
    order.add(name);
  };
  names.forEach(visit);
  return [...order];
}

/** Those of `all` that are composed of one of `names`, directly or through others; in load order. */
export function findDependents(
  names: readonly string[],
  all: readonly string[],
  composing: Composing,
): string[] {
  const affected = new Set(names);
  const order = inLoadOrder(all, composing);
  // With a cycle one pass in that order does not find everything: continue until nothing is added.
  for (let before = -1; before !== affected.size; ) {
    before = affected.size;
    for (const name of order)
      if (composing(name).some((one) => affected.has(one))) affected.add(name);
  }
  return order.filter((name) => affected.has(name) && !names.includes(name));
}

/**
 * What an unload of `name` takes with it on demand: models that only it was composed of, directly or through
 * others, and that no load call named (rule LOAD-17).
 */
export function unloadedWith(
  name: string,
  composing: Composing,
  isKept: (name: string) => boolean,
  dependents: (name: string) => readonly string[],
): string[] {
  const removed = new Set([name]);
  // A set visits what is added to it while it is walked.
  for (const current of removed) {
    for (const part of composing(current)) {
      if (!isKept(part) && dependents(part).every((one) => removed.has(one))) removed.add(part);
    }
  }
  return [...removed];
}
