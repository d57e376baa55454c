import type { Experiment, ExperimentStep } from "../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { Card } from "../../ui/card.tsx";
import { candidateName, loadWithUnit } from "../words.ts";

/** The result in a sentence or two. */
export function Headline({ experiment }: { experiment: Experiment }) {
  const { plan, steps, search, comparisons } = experiment;
  const best = bestOf(steps);
  if (!best && !search && comparisons.length === 0) return null;
  const certified = steps.flatMap(({ certificate }) => certificate ?? []).at(-1);
  return (
    <Card className="wrap-anywhere px-5 py-4">
      {search && <p className="text-lg">{search.words}</p>}
      {comparisons.map((each) => (
        <p key={each.candidate} className="text-lg">
          <strong>{candidateName(plan, each.candidate)}</strong> against {candidateName(plan, 0)}:{" "}
          {each.words}
        </p>
      ))}
      {best && !search && comparisons.length === 0 && (
        <p className="text-lg">
          At its best{" "}
          <strong className="text-2xl">{formatCount(best.inferencesPerSecond)} inf/s</strong> at{" "}
          {loadWithUnit(best)}
          {tail(best)}.
        </p>
      )}
      {certified && !search && <p className="text-muted">{certified.words}</p>}
    </Card>
  );
}

/** The valid step with the highest throughput; undefined where there is none. */
export function bestOf(steps: readonly ExperimentStep[]): ExperimentStep | undefined {
  return steps
    .filter(({ verdict }) => verdict.verdict === "valid")
    .toSorted((a, b) => b.inferencesPerSecond - a.inferencesPerSecond)[0];
}

/** The highest percentile that the sample supports. */
function tail({ response }: ExperimentStep): string {
  for (const name of ["p99", "p95", "p90", "p50"] as const) {
    const known = response[name];
    if (known) return `, ${name} ${formatDuration(known.value)}`;
  }
  return "";
}
