import type { FigureDifference } from "../../contract/index.ts";

const NAMES: Readonly<Record<FigureDifference["figure"], string>> = {
  throughput: "Throughput",
  goodput: "Goodput",
  p50: "p50",
  p90: "p90",
  p95: "p95",
  p99: "p99",
  mean: "Mean latency",
  failures: "The share of failures",
  outputTokens: "Output tokens per second",
  firstTokenP50: "First token p50",
  firstTokenP99: "First token p99",
  betweenTokensP50: "Between pieces p50",
  betweenTokensP99: "Between pieces p99",
};

/** "Throughput rose by 38 % (31 to 45 %); p99: no difference shown." */
export function comparisonWords(figures: readonly FigureDifference[]): string {
  const told = figures.filter(({ figure }) => TOLD.has(figure));
  const known = told.filter(({ verdict }) => verdict !== "unknown");
  if (known.length === 0) return "Nothing can be told: there is no interval on any difference.";
  return `${known.map(figureWords).join("; ")}.`;
}

const TOLD: ReadonlySet<string> = new Set([
  "throughput",
  "goodput",
  "p50",
  "p99",
  "failures",
  "outputTokens",
  "firstTokenP99",
  "betweenTokensP50",
]);

function figureWords({ figure, share, verdict, before, after }: FigureDifference): string {
  const name = NAMES[figure];
  if (verdict === "none") return `${name}: no difference shown`;
  if (!share) return `${name} went from ${number(before)} to ${number(after)}`;
  const { value, low, high } = share;
  // Nothing falls by more than all of it, whatever the interval's arithmetic says.
  const bounds = [Math.max(-1, low), high].map(Math.abs).sort((a, b) => a - b);
  const [least, most] = bounds as [number, number];
  const verb = value > 0 ? "rose" : "fell";
  return `${name} ${verb} by ${percent(Math.abs(value))} % (${percent(least)} to ${percent(most)} %)`;
}

const percent = (share: number) => Number((share * 100).toPrecision(2)).toString();
const number = (value: number | null) => (value === null ? "?" : Number(value.toPrecision(3)));
