import {
  type Comparison,
  type FigureDifference,
  formatRelativeChange,
  type Knob,
  type TuningStep,
} from "../contract/index.ts";

type Advice = NonNullable<TuningStep["advice"]>;

/** Figures that decide, in order of weight. */
const FIGURES = ["goodput", "throughput", "p99", "p95", "mean", "failures"] as const;

/** Advice from an interleaved A/B (TUNING-30 to TUNING-35); the user decides. */
export function chooseAdvice(comparison: Comparison, knob: Knob, boundMs: number | null): Advice {
  if (comparison.invalid) {
    return {
      decision: "again",
      reason: "The measurement is invalid. Measure again before deciding.",
    };
  }
  const shown = FIGURES.map((name) => comparison.figures.find(({ figure }) => figure === name))
    .filter((figure) => figure !== undefined)
    .filter(({ verdict }) => verdict === "better" || verdict === "worse");
  const late = lateness(comparison, boundMs);
  if (late) return revert(late);
  const better = shown.filter(({ verdict }) => verdict === "better").map(formatDifference);
  const worse = shown.filter(({ verdict }) => verdict === "worse").map(formatDifference);
  if (better.length === 0 && worse.length === 0) {
    return revert("No significant difference. A setting without an effect only adds complexity.");
  }
  if (worse.length === 0) return keep(`${better.join(", ")}; nothing got worse.`, knob);
  if (better.length === 0) return revert(`${worse.join(", ")}; nothing got better.`);
  const gained = shown.find(({ figure }) => figure === "goodput" || figure === "throughput");
  return gained?.verdict === "better" && boundMs !== null
    ? keep(`${better.join(", ")}; ${worse.join(", ")}, still within the latency objective.`, knob)
    : revert(`${worse.join(", ")}, which ${better.join(", ")} does not outweigh.`);
}

/** Describes a candidate's p99 that misses the objective, which the current configuration keeps. */
function lateness({ figures }: Comparison, boundMs: number | null): string | null {
  const p99 = figures.find(({ figure }) => figure === "p99");
  if (boundMs === null || !p99 || p99.before === null || p99.after === null) return null;
  return p99.before <= boundMs && p99.after > boundMs
    ? `p99 rose from ${p99.before.toFixed(1)} to ${p99.after.toFixed(1)} ms, beyond the latency objective of ${boundMs} ms.`
    : null;
}

function formatDifference({ figure, share, before, after }: FigureDifference): string {
  if (share) return `${figure} ${formatRelativeChange(share.value)}`;
  return `${figure} ${(after ?? 0) >= (before ?? 0) ? "rose" : "fell"}`;
}

function keep(reason: string, knob: Knob): Advice {
  const caution =
    knob === "cache"
      ? " Valid only for clients that repeat requests as much as this load does."
      : "";
  return { decision: "keep", reason: reason + caution };
}

const revert = (reason: string): Advice => ({ decision: "revert", reason });
