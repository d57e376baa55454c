import {
  type Costs,
  type ExperimentStep,
  type FigureDifference,
  stepCost,
} from "../../contract/index.ts";

export interface CostSide {
  readonly costs: Costs | undefined;
  readonly steps: readonly ExperimentStep[];
}

type Change = NonNullable<FigureDifference["share"]>;
type Verdict = FigureDifference["verdict"];

/**
 * Cost and energy per million output tokens, or inferences, of two sides (LAB-COST-5): the inverse of the amount
 * processed per second, times the hourly cost or energy. Empty if a side has neither.
 */
export function costFigures(
  before: CostSide,
  after: CostSide,
  figures: readonly FigureDifference[],
): FigureDifference[] {
  const rate =
    figures.find(({ figure }) => figure === "outputTokens") ??
    figures.find(({ figure }) => figure === "throughput");
  const [a, b] = [read(before), read(after)];
  if (!rate?.before || !rate.after || !a || !b) return [];
  const isSameMoney = a.currency === b.currency;
  const cost = isSameMoney ? perMillion(rate, a.perHour, b.perHour) : null;
  const energy = perMillion(rate, a.watts, b.watts);
  const entered = a.isEntered && b.isEntered;
  return [
    ...(cost
      ? [{ ...cost, figure: "cost" as const, unit: "cost" as const, currency: a.currency ?? "" }]
      : []),
    ...(energy
      ? [
          {
            ...(entered ? energy : { ...energy, share: null, verdict: "unknown" as const }),
            before: energy.before / 1000,
            after: energy.after / 1000,
            figure: "energy" as const,
            unit: "kWh" as const,
            basis: entered ? energy.basis : "The server's metrics give no interval of its power",
          },
        ]
      : []),
  ];
}

/** Means of the steps; null if one has neither price nor power. */
function read({ costs, steps }: CostSide) {
  const all = steps.flatMap((step) => stepCost(step, costs) ?? []);
  if (all.length === 0 || all.length < steps.length) return null;
  const mean = (values: readonly (number | null)[]) =>
    values.reduce<number | null>(
      (sum, value) => (sum === null || value === null ? null : sum + value / values.length),
      0,
    );
  return {
    currency: all[0]?.currency ?? null,
    // A price of tokens says nothing of the server.
    perHour: costs?.tokenPrice ? null : mean(all.map(({ perHour }) => perHour)),
    watts: mean(all.map(({ watts }) => watts)),
    isEntered: all.every(({ powerSource }) => powerSource === "entered"),
  };
}

/** `a` and `b`: per hour. */
function perMillion(rate: FigureDifference, a: number | null, b: number | null) {
  if (a === null || b === null || !rate.before || !rate.after) return null;
  const million = (hour: number, perSecond: number) => ((hour / 3600) * 1e6) / perSecond;
  const factor = b / a;
  const share = rate.share && inverse(rate.share, factor);
  return {
    before: million(a, rate.before),
    after: million(b, rate.after),
    share,
    verdict: factor === 1 ? rate.verdict : verdictOf(rate.verdict, share),
    basis: rate.basis,
  };
}

function inverse({ value, low, high }: Change, factor: number): Change | null {
  if (low <= -1) return null;
  const change = (of: number) => factor / (1 + of) - 1;
  return { value: change(value), low: change(high), high: change(low) };
}

function verdictOf(rate: Verdict, share: Change | null): Verdict {
  if (rate === "unknown" || share === null) return "unknown";
  if (share.high < 0) return "better";
  return share.low > 0 ? "worse" : "none";
}
