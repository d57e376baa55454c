import {
  type FigureDifference,
  formatChangeInterval,
  formatCost,
  formatEnergy,
  formatPointsWithInterval,
  formatRelativeChange,
  MEASURED_FIGURES,
} from "../../../main/contract/index.ts";
import type { DifferenceRow } from "../../charts/interval-bars.tsx";
import { formatCount, formatDuration, formatPercent, NONE } from "../../format/numbers.ts";

export const verdictLabels: Record<FigureDifference["verdict"], string> = {
  better: "better",
  worse: "worse",
  none: "no significant difference",
  unknown: "inconclusive",
};

export const verdictTones = {
  better: "good",
  worse: "bad",
  none: "neutral",
  unknown: "neutral",
} as const;

/** Formats values of a figure with their unit. */
export function figureFormat({
  unit,
  currency,
}: FigureDifference): (value: number | null) => string {
  if (unit === "ms") return formatDuration;
  if (unit === "share") return formatPercent;
  if (unit === "cost")
    return (value) => (value === null ? NONE : formatCost(value, currency ?? ""));
  if (unit === "kWh") return (value) => (value === null ? NONE : formatEnergy(value));
  return (value) => (value === null ? NONE : `${formatCount(value)} ${unit}`);
}

/** "7.2×" with its interval "6.1–8.4×"; null without an interval. */
export function figureChange({ share, points }: FigureDifference) {
  if (share)
    return { text: formatRelativeChange(share.value), interval: formatChangeInterval(share) };
  if (!points) return null;
  const [text = "", interval = ""] = formatPointsWithInterval(points).split(" (");
  return { text, interval: interval.slice(0, -1) };
}

/** The figures as bars with intervals; without better/worse if measurements are invalid. */
export function figureRows(figures: readonly FigureDifference[], invalid = false): DifferenceRow[] {
  return figures
    .filter(({ share }) => share !== null)
    .map((each) => {
      const { figure, share, verdict, before, after } = each;
      const format = figureFormat(each);
      return {
        key: figure,
        label: MEASURED_FIGURES[figure].label,
        difference: share?.value ?? null,
        low: share?.low ?? null,
        high: share?.high ?? null,
        verdict: verdictLabels[verdict],
        tone: invalid ? "neutral" : verdictTones[verdict],
        values: `${format(before)} → ${format(after)}`,
      };
    });
}
