import type { Composing } from "../config/validation/cycles.ts";

/** `names` and everything that they are composed of, each after its parts; cycles are broken arbitrarily. */
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
  // With cycles one pass may miss some: repeat until nothing is added.
  for (let before = -1; before !== affected.size; ) {
    before = affected.size;
    for (const name of order)
      if (composing(name).some((one) => affected.has(one))) affected.add(name);
  }
  return order.filter((name) => affected.has(name) && !names.includes(name));
}

/**
 * The parts that an unload of `name` unloads too, on request: models that only it was composed of, directly or through
 * others, and that no load call named (rule LOAD-17).
 */
export function unloadedWith(
  name: string,
  composing: Composing,
  isKept: (name: string) => boolean,
  dependents: (name: string) => readonly string[],
): string[] {
  const removed = new Set([name]);
  // A set's iteration includes elements added during it.
  for (const current of removed) {
    for (const part of composing(current)) {
      if (!isKept(part) && dependents(part).every((one) => removed.has(one))) removed.add(part);
    }
  }
  return [...removed];
}
