import {
  type Experiment,
  type ExperimentComparison,
  formatChangeWithInterval,
} from "../../contract/index.ts";
import { ratioOfEstimates } from "../statistics/index.ts";
import { changeFromRatio } from "./figures.ts";
import { formatLoads } from "./load-text.ts";

type Found = NonNullable<ExperimentComparison["found"]>;

/** Of two searches for the same objective the highest loads that kept it; null of anything else. */
export function foundLoads(before: Experiment, after: Experiment): Found | null {
  const [a, b] = [searchOf(before), searchOf(after)];
  if (!a || !b || a.kind !== b.kind || a.objective !== b.objective) return null;
  const ratio = a.bracket && b.bracket && ratioOfEstimates(a.bracket, b.bracket);
  return {
    objective: a.objective,
    kind: a.kind,
    before: a.best,
    after: b.best,
    share: changeFromRatio(ratio),
  };
}

/** "Highest load that keeps p99 ≤ 20 ms: 24 → 96 clients, 4.0× (3.6–4.4×)." */
export function foundSentence({ objective, kind, before, after, share }: Found): string {
  const subject = `Highest load that keeps ${objective}`;
  const load = (value: number) => formatLoads([{ kind, value }]);
  if (before === null && after === null) return `${subject}: not found on either side.`;
  if (before === null) return `${subject}: not found before, ${load(after ?? 0)} after.`;
  if (after === null) return `${subject}: ${load(before)} before, not found after.`;
  const unit = kind === "rate" ? "req/s" : after === 1 ? "client" : "clients";
  const figure = (value: number) => Number(value.toPrecision(4)).toLocaleString("en-US");
  const values = `${figure(before)} → ${figure(after)} ${unit}`;
  if (!share) return `${subject}: ${values}.`;
  const isSignificant = share.low > 0 || share.high < 0;
  return isSignificant
    ? `${subject}: ${values}, ${formatChangeWithInterval(share)}.`
    : `${subject}: no significant difference, ${values}.`;
}

function searchOf({ plan, search }: Experiment) {
  const { goal, load, objective } = plan;
  if (goal.kind !== "search" || !search || !objective) return null;
  if (load.kind !== "concurrency" && load.kind !== "rate") return null;
  const { best, missed } = search;
  const of = objective.of === "firstToken" ? "first token " : "";
  return {
    kind: load.kind,
    objective: `${of}p${objective.percentile} ≤ ${objective.boundMs} ms`,
    best,
    /** The limit lies between the highest load that kept the objective and the lowest that missed it. */
    bracket:
      best !== null && missed !== null && missed > best
        ? { value: Math.sqrt(best * missed), low: best, high: missed }
        : null,
  };
}
