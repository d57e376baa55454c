import type {
  ExperimentStep,
  FigureDifference,
  Percentile,
  StepChat,
} from "../../contract/index.ts";
import {
  type DifferenceVerdict,
  type Direction,
  differenceOfPairs,
  type Pair,
  verdictOfShares,
} from "../statistics/index.ts";
import { ratioErrorFactor } from "./possible-error.ts";

type Figure = FigureDifference["figure"];
type Change = FigureDifference["share"];

export interface FigureKind {
  readonly figure: Figure;
  readonly unit: FigureDifference["unit"];
  readonly better: Direction;
  /** Null if the step does not support it. */
  readonly read: (step: ExperimentStep) => number | null;
}

/** The figures by which sides are compared, in display order. */
const FIGURES: readonly FigureKind[] = [
  {
    figure: "throughput",
    unit: "inf/s",
    better: "higher",
    read: (step) => step.inferencesPerSecond,
  },
  { figure: "goodput", unit: "inf/s", better: "higher", read: ({ goodput }) => goodput },
  latency("p50", ({ p50 }) => p50?.value ?? null),
  latency("p90", ({ p90 }) => p90?.value ?? null),
  latency("p95", ({ p95 }) => p95?.value ?? null),
  latency("p99", ({ p99 }) => p99?.value ?? null),
  latency("mean", ({ mean }) => mean),
  { figure: "failures", unit: "share", better: "lower", read: failureShare },
  {
    figure: "outputTokens",
    unit: "tokens/s",
    better: "higher",
    read: ({ chat }) => chat?.outputTokensPerSecond ?? null,
  },
  ofStream("firstTokenP50", ({ firstToken }) => firstToken.p50),
  ofStream("firstTokenP99", ({ firstToken }) => firstToken.p99),
  ofStream("betweenTokensP50", ({ betweenTokens }) => betweenTokens.p50),
  ofStream("betweenTokensP99", ({ betweenTokens }) => betweenTokens.p99),
];

/** The figures of some steps: tokens only if all streamed their responses. */
export function figuresFor(steps: readonly ExperimentStep[]): readonly FigureKind[] {
  const streamed = steps.length > 0 && steps.every(({ chat }) => chat !== null);
  return streamed ? FIGURES : FIGURES.filter(({ figure }) => !/Token/.test(figure));
}

export const VERDICTS: Readonly<Record<DifferenceVerdict, FigureDifference["verdict"]>> = {
  better: "better",
  worse: "worse",
  "no significant difference": "none",
  inconclusive: "unknown",
};

/** Between replicates of two sides that ran next to each other. */
export function pairedFigure(
  kind: FigureKind,
  pairs: readonly (readonly [ExperimentStep, ExperimentStep])[],
  basis: (pairs: number) => string,
): FigureDifference {
  const known = pairs.flatMap(([before, after]): Pair[] => {
    const [a, b] = [kind.read(before), kind.read(after)];
    if (a === null || b === null) return [];
    return [{ a, b, errorFactor: ratioErrorFactor([before, after]) ?? 1 }];
  });
  const { figure, unit } = kind;
  if (known.length === 0) {
    const reason = "Not enough samples on both sides";
    return {
      figure,
      unit,
      before: null,
      after: null,
      share: null,
      verdict: "unknown",
      basis: reason,
    };
  }
  const found = differenceOfPairs(known, kind.better);
  const { a, b, ratio, difference, notes } = found;
  const isShare = unit === "share";
  const verdict = isShare ? verdictOfShares(difference, kind.better) : found.verdict;
  return {
    figure,
    unit,
    before: a,
    after: b,
    share: isShare ? null : changeFromRatio(ratio),
    ...(isShare && { points: difference }),
    verdict: VERDICTS[verdict],
    basis: [basis(known.length), ...notes].join(". "),
  };
}

export function changeFromRatio(ratio: Change): Change {
  return ratio && { value: ratio.value - 1, low: ratio.low - 1, high: ratio.high - 1 };
}

function latency(
  figure: Figure,
  read: (latency: ExperimentStep["response"]) => number | null,
): FigureKind {
  return { figure, unit: "ms", better: "lower", read: ({ response }) => read(response) };
}

function ofStream(figure: Figure, read: (chat: StepChat) => Percentile): FigureKind {
  const value = ({ chat }: ExperimentStep) => (chat && read(chat)?.value) ?? null;
  return { figure, unit: "ms", better: "lower", read: value };
}

function failureShare(step: ExperimentStep): number | null {
  const { count, of } = failureCount(step);
  return of === 0 ? null : count / of;
}

/** Failed requests, of all. */
export function failureCount({ successes, outcomes }: ExperimentStep) {
  const count = Object.values(outcomes).reduce((sum, each) => sum + each, 0);
  return { count, of: successes + count };
}
