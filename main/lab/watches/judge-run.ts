import type { Experiment } from "../../contract/index.ts";
import { compareSides } from "../comparison/sides.ts";
import type { WatchRun } from "../store/watch-store.ts";

/** A difference below this changes nobody's day, however certain it is. */
const LEAST_SHARE = 0.05;

/** How a repeated experiment came out against its baseline. */
export function judgeRun(baseline: Experiment, run: Experiment, at: number): WatchRun {
  const base = { experiment: run.id, at };
  if (run.state !== "done") {
    const words = run.reason ?? `It is ${run.state}.`;
    return { ...base, verdict: "failed", comparison: null, words };
  }
  const comparison = compareSides({ experiment: baseline }, { experiment: run });
  if (run.steps.some(({ verdict }) => verdict.verdict === "invalid")) {
    const reason = run.steps.flatMap(({ verdict }) => verdict.reasons)[0]?.text ?? "";
    return {
      ...base,
      verdict: "invalid",
      comparison,
      words: `Its measurement is invalid. ${reason}`,
    };
  }
  const beyond = comparison.figures.filter(
    ({ share }) => share === null || Math.abs(share.value) >= LEAST_SHARE,
  );
  const has = (verdict: "worse" | "better") => beyond.some((each) => each.verdict === verdict);
  const verdict = has("worse") ? "worse" : has("better") ? "better" : "same";
  return { ...base, verdict, comparison, words: comparison.words };
}
