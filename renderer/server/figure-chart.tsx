import { SeriesChart, type SeriesView } from "../charts/series-chart.tsx";
import type { SeriesLine } from "../charts/series-data.ts";
import { topOf, unitWords } from "../figures/units.ts";
import { ErrorNotice } from "../ui/notice.tsx";
import { type ChartGroup, unitOf } from "./chart-groups.ts";
import type { SeriesAnswer } from "./use-series.ts";

interface FigureChartProps {
  readonly group: ChartGroup;
  readonly lines: readonly SeriesLine[];
  /** Where their points come from. */
  readonly answers: readonly SeriesAnswer[];
  readonly view: SeriesView;
}

/** Figures of one unit over time, as far as the server reports them. */
export function FigureChart({ group, lines, answers, view }: FigureChartProps) {
  const unit = unitOf(group);
  const { short, whole } = unitWords[unit];
  const failed = answers.find(({ error }) => error !== null)?.error;
  if (failed) return <ErrorNotice title={`${group.title} could not be read`} error={failed} />;
  return (
    <SeriesChart
      title={group.title}
      about={lines.map(({ hint }) => hint).join("\n\n")}
      unit={unit === "fraction" ? "share" : unit === "bytes" ? unit : short}
      whole={whole}
      top={topOf(unit)}
      view={view}
      empty="No data in this time range."
      loading={answers.some(({ loading }) => loading)}
      lines={lines}
    />
  );
}
