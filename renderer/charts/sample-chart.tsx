import { useMemo } from "react";
import type { ModelSample, OverviewFrame } from "../../main/contract/index.ts";
import type { AxisUnit } from "./axis.ts";
import { gapsBetween, samplesWithin } from "./samples.ts";
import type { PlotSeries } from "./series.ts";
import { SeriesChart, type SeriesView } from "./series-chart.tsx";
import type { SeriesLine } from "./series-data.ts";

/** What all charts of a model's page share. */
export interface TimeView extends SeriesView {
  readonly samples: readonly ModelSample[];
  readonly provenance: OverviewFrame["provenance"];
  /** Why there is nothing at all to show; null where each chart's own reason holds. */
  readonly absent: string | null;
  /** Whether the samples are still being asked for. */
  readonly loading: boolean;
}

interface SampleChartProps {
  readonly title: string;
  readonly about: string;
  readonly view: TimeView;
  /** From the samples shown; the same function for the same series. */
  readonly seriesOf: (samples: readonly ModelSample[]) => readonly PlotSeries[];
  /** What the newest value of the nth series is and where it comes from; the same function while that is the same. */
  readonly hint?: (index: number, value: number | null) => string;
  /** What the values count in. */
  readonly unit: AxisUnit;
  /** Where the value axis ends; left out: above the largest value. */
  readonly top?: number | undefined;
  /** Counts of something whole: ticks at whole numbers alone. */
  readonly whole?: boolean;
  /** Why there is nothing to draw, where that is so. */
  readonly empty: string;
}

/** What is taken from a model's samples, over time, with a gap where no sample is. */
export function SampleChart({ view, seriesOf, hint, ...chart }: SampleChartProps) {
  const { samples } = view;
  const { span } = view.zoom;
  const shown = useMemo(() => {
    const within = samplesWithin(samples, span);
    const last = within.at(-1);
    return {
      gaps: gapsBetween(within),
      lines: seriesOf(within).map(({ value, ...series }, index): SeriesLine => {
        const newest = last ? value(last) : null;
        return {
          ...series,
          newest,
          points: within.map((each) => ({
            t: each.t,
            value: value(each),
            least: null,
            most: null,
          })),
          ...(hint && { hint: hint(index, newest) }),
        };
      }),
    };
  }, [samples, span, seriesOf, hint]);
  return <SeriesChart {...chart} {...shown} view={view} loading={view.loading} />;
}
