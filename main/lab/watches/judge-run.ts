import type { Experiment } from "../../contract/index.ts";
import { compareSides } from "../comparison/sides.ts";
import { reasonsOf } from "../export/verdict-words.ts";
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
  const judged = candidatesOf(baseline).map((side) => judgeSide(baseline, run, side));
  const [first] = judged as [Judged];
  const bad = run.steps.find(({ verdict }) => verdict.verdict === "invalid");
  if (bad) {
    const words = `Its measurement is invalid. ${reasonsOf(bad.verdict)[0] ?? ""}`;
    return { ...base, verdict: "invalid", comparison: first.comparison, words };
  }
  const found =
    judged.find(({ verdict }) => verdict === "worse") ??
    judged.find(({ verdict }) => verdict === "better") ??
    first;
  return { ...base, ...found };
}

type Judged = Pick<WatchRun, "verdict" | "comparison" | "words">;
type Candidate = { readonly candidate: number; readonly label: string };

/** Of a comparison each, of any other experiment the whole of it (null). */
function candidatesOf({ plan: { goal } }: Experiment): (Candidate | null)[] {
  if (goal.kind !== "compare") return [null];
  return goal.candidates.map(({ label }, candidate) => ({ candidate, label }));
}

function judgeSide(baseline: Experiment, run: Experiment, side: Candidate | null): Judged {
  const of = side ? { candidate: side.candidate } : {};
  const comparison = compareSides({ experiment: baseline, ...of }, { experiment: run, ...of });
  const beyond = comparison.figures.filter(
    ({ share }) => share === null || Math.abs(share.value) >= LEAST_SHARE,
  );
  const has = (verdict: "worse" | "better") => beyond.some((each) => each.verdict === verdict);
  const verdict = has("worse") ? "worse" : has("better") ? "better" : "same";
  const words = side ? `Candidate '${side.label}': ${comparison.words}` : comparison.words;
  return { verdict, comparison, words };
}
