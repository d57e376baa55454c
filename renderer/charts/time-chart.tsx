import { useCallback, useMemo } from "react";
import { figureHint, figures } from "../figures/figures.ts";
import { SampleChart, type TimeView } from "./sample-chart.tsx";
import { type PlotSeries, plotSeriesOf, type Series } from "./series.ts";

interface TimeChartProps {
  readonly title: string;
  readonly series: readonly [Series, ...Series[]];
  readonly view: TimeView;
}

/** Figures of one model over time. */
export function TimeChart({ title, series, view }: TimeChartProps) {
  const { provenance, absent } = view;
  const plotted = useMemo(() => series.map(plotSeriesOf), [series]);
  const hint = useCallback(
    (index: number, value?: number | null) => {
      const { figure } = series[index] ?? series[0];
      return figureHint(figure, provenance[figure], value);
    },
    [series, provenance],
  );
  const [{ figure: first }] = series;
  return (
    <SampleChart
      title={title}
      about={series.map((_, index) => hint(index)).join("\n\n")}
      view={view}
      seriesOf={useMemo(() => () => plotted, [plotted])}
      unit={first === "cacheHitRate" ? "share" : unitOfAll(plotted)}
      top={first === "cacheHitRate" ? 1 : undefined}
      hint={hint}
      empty={
        provenance[first] === "unavailable"
          ? "Not reported by this server."
          : (absent ?? `${capitalized(figures[first].absent)}.`)
      }
    />
  );
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** All of a chart's series are rates where they do not count the same. */
function unitOfAll(series: readonly PlotSeries[]): string {
  const units = new Set(series.map(({ unit }) => unit));
  return units.size === 1 ? (series[0]?.unit ?? "") : "per second";
}
