import type { Experiment, ExperimentStep } from "../../main/contract/index.ts";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { Card } from "../ui/card.tsx";
import { bestStep, difference } from "./comparison.ts";

interface HeadlineProps {
  readonly experiment: Experiment;
  readonly before: Experiment | undefined;
}

/** The result in one sentence, and the change in another. */
export function Headline({ experiment, before }: HeadlineProps) {
  const best = bestStep(experiment);
  if (!best) return null;
  const earlier = before && bestStep(before);
  return (
    <Card className="wrap-anywhere px-5 py-4">
      <p className="text-lg">
        At its best{" "}
        <strong className="text-2xl">{formatCount(best.inferencesPerSecond)} inf/s</strong> at
        concurrency {best.concurrency}
        {tail(best)}.
      </p>
      {before && earlier && (
        <p className="text-base text-muted" data-testid="comparison-headline">
          {inWords(earlier.inferencesPerSecond, best.inferencesPerSecond)} “{before.name}”, which
          reached {formatCount(earlier.inferencesPerSecond)} inf/s at concurrency{" "}
          {earlier.concurrency}
          {tail(earlier)}.
        </p>
      )}
    </Card>
  );
}

/** The best-known tail latency of a step; nothing when too little was measured. */
function tail({ latency: { p99Ms, p95Ms, p50Ms } }: ExperimentStep): string {
  if (p99Ms !== null) return `, p99 ${formatDuration(p99Ms)}`;
  if (p95Ms !== null) return `, p95 ${formatDuration(p95Ms)}`;
  return p50Ms === null ? "" : `, p50 ${formatDuration(p50Ms)}`;
}

function inWords(before: number, now: number) {
  const verdict = difference(before, now, true)?.verdict ?? "same";
  if (verdict === "same" || before === 0) return "About the same throughput as";
  return (
    <>
      <strong className={verdict === "better" ? "text-good" : "text-bad"}>
        {verdict === "better" ? "Better" : "Worse"}: {(now / before).toFixed(now < before ? 2 : 1)}{" "}
        times the throughput
      </strong>{" "}
      of
    </>
  );
}
