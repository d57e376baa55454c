import { isHiddenStage } from "./check.ts";
import type { Finding } from "./types.ts";

/**
 * Warnings and errors that a change of a configuration brings: those of kinds that were found less often before it.
 * Figures and names in a message may change without making it a new one. What an earlier error hid is not new.
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
