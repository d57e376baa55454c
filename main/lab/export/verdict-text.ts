import type { ExperimentStep, RunVerdict } from "../../contract/index.ts";

/** As in every export. */
export const verdictWord = ({ verdict }: Pick<ExperimentStep, "verdict">): "INVALID" | "valid" =>
  verdict.verdict === "invalid" ? "INVALID" : "valid";

/** What makes it invalid; for a valid one its notes. */
export function listReasons({ verdict, reasons }: RunVerdict): string[] {
  const severity = verdict === "invalid" ? "invalid" : "note";
  return reasons.filter((reason) => reason.severity === severity).map(({ text }) => text);
}
