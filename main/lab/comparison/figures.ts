import type {
  ExperimentStep,
  FigureDifference,
  Percentile,
  StepChat,
} from "../../contract/index.ts";
import { differenceOfPairs, type Pair } from "../statistics/index.ts";

type Direction = Parameters<typeof differenceOfPairs>[1];
type Figure = FigureDifference["figure"];

interface FigureKind {
  readonly figure: Figure;
  readonly unit: FigureDifference["unit"];
  readonly better: Direction;
  /** Null where the step does not support it. */
  readonly read: (step: ExperimentStep) => number | null;
}

/** The figures that sides are compared by, in the order in which they are told. */
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

/** Those that steps can have: of tokens only where all streamed their answers. */
export function figuresOf(steps: readonly ExperimentStep[]): readonly FigureKind[] {
  const streamed = steps.length > 0 && steps.every(({ chat }) => chat !== null);
  return streamed ? FIGURES : FIGURES.filter(({ figure }) => !/Token/.test(figure));
}

const VERDICTS = { better: "better", worse: "worse", "no difference shown": "none" } as const;

/** A figure of two sides by pairs of steps that ran next to each other, or under the same load. */
export function pairedFigure(
  kind: FigureKind,
  pairs: readonly (readonly [ExperimentStep, ExperimentStep])[],
  basis: (pairs: number) => string,
): FigureDifference {
  const known = pairs.flatMap(([before, after]): Pair[] => {
    const [a, b] = [kind.read(before), kind.read(after)];
    return a === null || b === null ? [] : [{ a, b }];
  });
  const { figure, unit } = kind;
  const first = known[0];
  if (!first) {
    const why = "not known of both sides, or their samples do not support it";
    return { figure, unit, before: null, after: null, share: null, verdict: "unknown", basis: why };
  }
  const found = differenceOfPairs(known, kind.better);
  const { meanA, meanB, relative, relativeInterval, interval, notes } = found;
  return {
    figure,
    unit,
    before: meanA,
    after: meanB,
    share:
      relative === null || relativeInterval === null
        ? null
        : { value: relative, low: relativeInterval.low, high: relativeInterval.high },
    verdict: interval === null ? "unknown" : VERDICTS[found.verdict],
    basis: [basis(known.length), ...notes].join(". ").replace(/\.\./g, "."),
  };
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

function failureShare({ successes, outcomes }: ExperimentStep): number | null {
  const failed = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return successes + failed === 0 ? null : failed / (successes + failed);
}
