import type { OutputTensor } from "../types.ts";

const lent = new WeakMap<readonly OutputTensor[], () => void>();

/**
 * Says that the memory of `outputs` can be used again once it was read. It belongs to this very list: a list that was made
 * of it, such as a response without some of its outputs, is ordinary garbage, as is one that no one releases.
 */
export function lendOutputs(outputs: readonly OutputTensor[], release: () => void): void {
  lent.set(outputs, release);
}

/** What the last reader of `outputs` calls, who must not look at them any more; undefined where they aren't lent. */
export function releaseOf(outputs: readonly OutputTensor[]): (() => void) | undefined {
  const release = lent.get(outputs);
  lent.delete(outputs);
  return release;
}
