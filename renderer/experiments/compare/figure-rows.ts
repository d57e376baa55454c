import type { FigureDifference } from "../../../main/contract/index.ts";
import type { DifferenceRow } from "../../charts/difference-bar.tsx";
import { formatCount, formatDuration, formatPercent, NONE } from "../../format/numbers.ts";

export const figureNames: Record<FigureDifference["figure"], string> = {
  throughput: "Throughput",
  goodput: "Goodput",
  p50: "p50",
  p90: "p90",
  p95: "p95",
  p99: "p99",
  mean: "Mean",
  failures: "Failures",
  outputTokens: "Output tokens",
  firstTokenP50: "First token p50",
  firstTokenP99: "First token p99",
  betweenTokensP50: "Between pieces p50",
  betweenTokensP99: "Between pieces p99",
};

export const verdictWords: Record<FigureDifference["verdict"], string> = {
  better: "better",
  worse: "worse",
  none: "no difference shown",
  unknown: "cannot be told",
};

const tones = { better: "good", worse: "bad", none: "neutral", unknown: "neutral" } as const;

/** Shows a value of a figure with its unit. */
export function figureFormat({ unit }: FigureDifference): (value: number | null) => string {
  if (unit === "ms") return formatDuration;
  if (unit === "share") return formatPercent;
  return (value) => (value === null ? NONE : `${formatCount(value)} ${unit}`);
}

/** The figures as bars with whiskers; of invalid measurements without praise or blame. */
export function figureRows(figures: readonly FigureDifference[], invalid = false): DifferenceRow[] {
  return figures
    .filter(({ share }) => share !== null)
    .map((each) => {
      const { figure, share, verdict, before, after } = each;
      const format = figureFormat(each);
      return {
        key: figure,
        label: figureNames[figure],
        difference: share?.value ?? null,
        low: share?.low ?? null,
        high: share?.high ?? null,
        verdict: verdictWords[verdict],
        tone: invalid ? "neutral" : tones[verdict],
        values: `${format(before)} → ${format(after)}`,
      };
    });
}
