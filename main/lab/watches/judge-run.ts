import type { Experiment, ExperimentComparison } from "../../contract/index.ts";
import { decidingFigures } from "../comparison/headline.ts";
import { compareSides } from "../comparison/sides.ts";
import { listReasons } from "../export/verdict-text.ts";
import type { WatchRun } from "../store/watch-store.ts";

/** Smaller differences are ignored, however certain. */
const MIN_SHARE = 0.05;

/** The result of a repeated experiment against its baseline. */
export function judgeRun(baseline: Experiment, run: Experiment, at: number): WatchRun {
  const base = { experiment: run.id, at };
  if (run.state !== "done") {
    return { ...base, verdict: "failed", words: run.reason ?? `It is ${run.state}.` };
  }
  const bad = run.steps.find(({ verdict }) => verdict.verdict === "invalid");
  if (bad) {
    const words = `Its measurement is invalid. ${listReasons(bad.verdict)[0] ?? ""}`;
    return { ...base, verdict: "invalid", words };
  }
  const judged = listCandidates(baseline).map((side) => judgeSide(baseline, run, side));
  const [first] = judged as [Judged];
  const found =
    judged.find(({ verdict }) => verdict === "worse") ??
    judged.find(({ verdict }) => verdict === "better") ??
    first;
  return { ...base, ...found };
}

type Judged = Pick<WatchRun, "verdict" | "words">;
type Candidate = { readonly candidate: number; readonly label: string };

/** One per candidate of a comparison, for any other experiment the whole of it (null). */
function listCandidates({ plan: { goal } }: Experiment): (Candidate | null)[] {
  if (goal.kind !== "compare") return [null];
  return goal.candidates.map(({ label }, candidate) => ({ candidate, label }));
}

function judgeSide(baseline: Experiment, run: Experiment, side: Candidate | null): Judged {
  const of = side ? { candidate: side.candidate } : {};
  const comparison = compareSides({ experiment: baseline, ...of }, { experiment: run, ...of });
  const verdict = isBeyond(comparison, "worse")
    ? "worse"
    : isBeyond(comparison, "better")
      ? "better"
      : "same";
  const sentences = comparison.sentences.join(" ");
  return { verdict, words: side ? `Candidate '${side.label}': ${sentences}` : sentences };
}

/** At any load by more than the minimum that matters, or for a search that found another load. */
function isBeyond({ loads, found }: ExperimentComparison, wanted: "worse" | "better"): boolean {
  if (found) {
    const { share } = found;
    if (found.before === null || found.after === null) {
      return wanted === (found.after === null ? "worse" : "better") && found.before !== found.after;
    }
    if (share && wanted === "worse") return share.high < -MIN_SHARE;
    return share !== null && share.low > MIN_SHARE;
  }
  return loads
    .filter(({ invalid }) => !invalid.before && !invalid.after)
    .flatMap(({ figures }) => decidingFigures(figures))
    .some(
      ({ verdict, share }) =>
        verdict === wanted && (share === null || Math.abs(share.value) >= MIN_SHARE),
    );
}
