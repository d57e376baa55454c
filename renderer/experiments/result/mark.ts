import type { ExperimentStep } from "../../../main/contract/index.ts";

/** The mark of chart exports with invalid steps; undefined if all are valid. */
export function invalidMark(steps: readonly ExperimentStep[]): string | undefined {
  const invalid = steps.filter(({ verdict }) => verdict.verdict === "invalid").length;
  if (invalid === 0) return undefined;
  return invalid === steps.length ? "Invalid" : `${invalid} of ${steps.length} invalid`;
}
