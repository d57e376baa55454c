import type { OutputTensor } from "../types.ts";

const lent = new WeakMap<readonly OutputTensor[], () => void>();

/**
 * Marks the memory of `outputs` as reusable after it was read. This applies to this very list: a
 * list derived from it, such as a response without some outputs, is garbage collected, and so is
 * one that no reader releases.
 */
export function lendOutputs(outputs: readonly OutputTensor[], release: () => void): void {
  lent.set(outputs, release);
}

/**
 * The function that the last reader of `outputs` calls, after which it must not use them; undefined
 * if they aren't lent.
 */
export function releaseOf(outputs: readonly OutputTensor[]): (() => void) | undefined {
  const release = lent.get(outputs);
  lent.delete(outputs);
  return release;
}
