import { isHiddenStage } from "./check.ts";
import type { Finding } from "./types.ts";

/**
 * Warnings and errors that a change of a configuration adds: those of kinds that occurred less often before. Different
 * figures or names in a message don't make it new, nor does an earlier error that hid it.
 */
export function newWarnings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const left = new Map<string, number>();
  for (const { id } of before) left.set(id, (left.get(id) ?? 0) + 1);
  return after.filter(({ id, severity, stage }) => {
    if (severity === "info" || isHiddenStage(stage, before)) return false;
    const known = left.get(id) ?? 0;
    left.set(id, known - 1);
    return known <= 0;
  });
}
