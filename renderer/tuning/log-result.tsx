import type { Comparison } from "../../main/contract/index.ts";
import { InvalidBadge } from "../figures/verdict.tsx";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { useRequest } from "../host/requests.ts";

/** The result of a change, marked where it is invalid. */
export function ComparedResult({ comparison }: { comparison: Comparison | null }) {
  if (!comparison) return "–";
  return (
    <span className="flex flex-wrap items-center gap-2">
      {comparison.invalid && <InvalidBadge invalid={1} of={1} />}
      {comparison.words}
    </span>
  );
}

interface BaselineResultProps {
  /** The experiment that measured it. */
  readonly id: number;
  /** It is being measured: there is no result yet. */
  readonly running: boolean;
}

/** Throughput and latency of the baseline. */
export function BaselineResult({ id, running }: BaselineResultProps) {
  const { data } = useRequest("lab.get", { id }, { enabled: !running });
  const step = data?.steps[0];
  if (!step) return "–";
  const { p50, p99 } = step.response;
  const figures = [
    `${formatCount(step.inferencesPerSecond)} inf/s`,
    ...(p50 ? [`p50 ${formatDuration(p50.value)}`] : []),
    p99 ? `p99 ${formatDuration(p99.value)}` : "not enough samples for p99",
  ];
  return (
    <span className="flex flex-wrap items-center gap-2">
      <InvalidBadge invalid={step.verdict.verdict === "invalid" ? 1 : 0} of={1} />
      {figures.join(", ")}
    </span>
  );
}
