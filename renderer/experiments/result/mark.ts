import type { ExperimentStep } from "../../../main/contract/index.ts";

/** What exports of charts of these steps say; undefined where all are valid. */
export function invalidMark(steps: readonly ExperimentStep[]): string | undefined {
  const invalid = steps.filter(({ verdict }) => verdict.verdict === "invalid").length;
  if (invalid === 0) return undefined;
  return invalid === steps.length ? "Invalid" : `${invalid} of ${steps.length} invalid`;
}
