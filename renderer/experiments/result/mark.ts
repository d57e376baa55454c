import type { ExperimentStep } from "../../../main/contract/index.ts";

/** What charts of these steps say of themselves, exports included; undefined where all are valid. */
export function invalidMark(steps: readonly ExperimentStep[]): string | undefined {
  const invalid = steps.filter(({ verdict }) => verdict.verdict === "invalid").length;
  if (invalid === 0) return undefined;
  return invalid === steps.length ? "INVALID" : `${invalid} of ${steps.length} INVALID`;
}
