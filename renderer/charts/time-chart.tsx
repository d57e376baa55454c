import { useMemo } from "react";
import { figureHint, figures } from "../figures/figures.ts";
import { wholeThirds } from "./layout.ts";
import { SampleChart, type TimeView } from "./sample-chart.tsx";
import { plotSeriesOf, type Series } from "./series.ts";

interface TimeChartProps {
  readonly title: string;
  readonly series: readonly [Series, ...Series[]];
  readonly view: TimeView;
}

/** Figures of one model over time. */
export function TimeChart({ title, series, view }: TimeChartProps) {
  const { provenance, absent } = view;
  const plotted = useMemo(() => series.map(plotSeriesOf), [series]);
  const hint = (index: number, value?: number | null) => {
    const { figure } = series[index] ?? series[0];
    return figureHint(figure, provenance[figure], value);
  };
  const [{ figure: first }] = series;
  return (
    <SampleChart
      title={title}
      about={series.map((_, index) => hint(index)).join("\n\n")}
      view={view}
      seriesOf={useMemo(() => () => plotted, [plotted])}
      format={figures[first].format}
      top={topOf(first)}
      hint={hint}
      empty={
        provenance[first] === "unavailable"
          ? "This server does not tell."
          : (absent ?? `Nothing here: ${figures[first].absent}.`)
      }
    />
  );
}

/** Where the value axis ends: a share at 1, a batch size at a multiple of 3, for whole ticks. */
function topOf(figure: Series["figure"]) {
  if (figure === "cacheHitRate") return 1;
  return figure === "meanBatch" ? wholeThirds : "auto";
}
