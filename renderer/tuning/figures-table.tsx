import type { Comparison, FigureDifference } from "../../main/contract/index.ts";
import {
  formatChange,
  formatCount,
  formatDuration,
  formatPercent,
  NONE,
} from "../format/numbers.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { DataTable } from "../ui/data-table.tsx";

const verdicts: Readonly<Record<FigureDifference["verdict"], { tone: Tone; words: string }>> = {
  better: { tone: "good", words: "better" },
  worse: { tone: "bad", words: "worse" },
  none: { tone: "neutral", words: "no difference shown" },
  unknown: { tone: "neutral", words: "cannot be told" },
};

const names: Readonly<Record<FigureDifference["figure"], string>> = {
  throughput: "Throughput",
  goodput: "Goodput",
  p50: "p50",
  p90: "p90",
  p95: "p95",
  p99: "p99",
  mean: "Mean latency",
  failures: "Failures",
};

function valueText(value: number | null, unit: FigureDifference["unit"]): string {
  if (unit === "ms") return formatDuration(value);
  if (unit === "share") return formatPercent(value);
  return value === null ? NONE : `${formatCount(value)} inf/s`;
}

interface FiguresTableProps {
  readonly comparison: Comparison;
  readonly labels: readonly [before: string, after: string];
}

/** Two configurations figure by figure, each difference with its interval. */
export function FiguresTable({ comparison, labels }: FiguresTableProps) {
  return (
    <DataTable
      caption={`${labels[0]} against ${labels[1]}`}
      columns={[
        { key: "figure", head: "Figure" },
        { key: "before", head: labels[0], numeric: true },
        { key: "after", head: labels[1], numeric: true },
        { key: "share", head: "Difference", numeric: true },
        { key: "interval", head: "95 % interval", numeric: true },
        { key: "verdict", head: "Verdict" },
      ]}
      rows={comparison.figures.map(({ figure, unit, before, after, share, verdict, basis }) => ({
        key: figure,
        cells: [
          names[figure],
          valueText(before, unit),
          valueText(after, unit),
          formatChange(share?.value ?? null),
          share ? `${formatChange(share.low)} to ${formatChange(share.high)}` : NONE,
          <Badge key="verdict" tone={verdicts[verdict].tone} hint={basis}>
            {verdicts[verdict].words}
          </Badge>,
        ],
      }))}
    />
  );
}
