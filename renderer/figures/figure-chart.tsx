import type { FigureId } from "../../main/contract/index.ts";
import { FIGURES } from "../../main/contract/index.ts";
import { SeriesChart, type SeriesView } from "../charts/series-chart.tsx";
import type { SeriesLine } from "../charts/series-data.ts";
import { axisTop, unitFormats } from "./units.ts";

interface FigureChartProps {
  readonly title: string;
  /** The figures that it can show. */
  readonly figures: readonly [FigureId, ...FigureId[]];
  /** The visible lines; the same array while nothing changes. */
  readonly lines: readonly SeriesLine[];
  readonly view: SeriesView;
  /** Why there is no data, if so. */
  readonly empty?: string;
  /** Whether `lines` are still loading. */
  readonly loading: boolean;
}

/** Figures over time. Figures of one chart that count different things are all rates. */
export function FigureChart({ title, figures, lines, view, empty, loading }: FigureChartProps) {
  const [first] = figures;
  const { unit } = FIGURES[first];
  const { short, whole } = unitFormats[unit];
  const isMixed = new Set(figures.map((figure) => FIGURES[figure].unit)).size > 1;
  const named = unit === "fraction" ? "share" : unit === "bytes" ? unit : short;
  return (
    <SeriesChart
      title={title}
      about={lines.map(({ hint }) => hint).join("\n\n")}
      unit={isMixed ? "per second" : named}
      whole={whole}
      top={axisTop(unit)}
      view={view}
      empty={empty ?? "No data in this time range."}
      loading={loading}
      lines={lines}
    />
  );
}
