import type { ExperimentStep, RunVerdict } from "../../contract/index.ts";

/** The same in every export. */
export const verdictWord = ({ verdict }: Pick<ExperimentStep, "verdict">): "INVALID" | "valid" =>
  verdict.verdict === "invalid" ? "INVALID" : "valid";

/** The reasons of an invalid measurement, or the notes of a valid one. */
export function listReasons({ verdict, reasons }: RunVerdict): string[] {
  const severity = verdict === "invalid" ? "invalid" : "note";
  return reasons.filter((reason) => reason.severity === severity).map(({ text }) => text);
}
