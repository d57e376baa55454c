import type { Experiment, ExperimentStep } from "../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { Card } from "../../ui/card.tsx";
import { loadWithUnit } from "../../figures/experiment-text.ts";

/** The result in a sentence or two; nothing for a comparison, whose candidates show it. */
export function Headline({ experiment }: { experiment: Experiment }) {
  const { steps, search, comparisons } = experiment;
  const best = findBestStep(steps);
  if (comparisons.length > 0 || (!best && !search)) return null;
  return (
    <Card className="wrap-anywhere px-5 py-4">
      {search ? (
        <p className="text-lg">{search.words}</p>
      ) : (
        best && (
          <p className="text-lg">
            Best step <strong className="text-2xl">{formatThroughput(best)}</strong> at{" "}
            {loadWithUnit(best)}
            {tail(best)}.
          </p>
        )
      )}
      {certified(steps).map((step) => (
        <p key={step.load.value} className="text-muted">
          {loadWithUnit(step)}: {step.certificate?.words}
        </p>
      ))}
    </Card>
  );
}

/** The highest load that certainly met the objective, and the lowest that missed it. */
function certified(steps: readonly ExperimentStep[]): ExperimentStep[] {
  const sorted = steps
    .filter(({ verdict }) => verdict.verdict === "valid")
    .toSorted((a, b) => a.load.value - b.load.value);
  const kept = sorted.findLast(({ certificate }) => certificate?.result === "kept");
  const missed = sorted.find(({ certificate }) => certificate?.result === "missed");
  return [...(kept ? [kept] : []), ...(missed ? [missed] : [])];
}

/** The valid step with the highest throughput; undefined without one. */
export function findBestStep(steps: readonly ExperimentStep[]): ExperimentStep | undefined {
  return steps
    .filter(({ verdict }) => verdict.verdict === "valid")
    .toSorted((a, b) => headlineRate(b) - headlineRate(a))[0];
}

const headlineRate = ({ chat, inferencesPerSecond }: ExperimentStep) =>
  chat?.outputTokensPerSecond ?? inferencesPerSecond;

function formatThroughput(step: ExperimentStep): string {
  return `${formatCount(headlineRate(step))} ${step.chat ? "output tokens/s" : "inf/s"}`;
}

/** The highest percentile that the sample supports. */
function tail({ response, chat }: ExperimentStep): string {
  const first = chat?.firstToken.p99 ?? chat?.firstToken.p50;
  if (first) {
    const name = chat?.firstToken.p99 ? "p99" : "p50";
    return `, first token ${name} ${formatDuration(first.value)}`;
  }
  for (const name of ["p99", "p95", "p90", "p50"] as const) {
    const known = response[name];
    if (known) return `, ${name} ${formatDuration(known.value)}`;
  }
  return "";
}
