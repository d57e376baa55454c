import { useMemo, useRef } from "react";
import type { ModelSample, OverviewFrame } from "../../main/contract/index.ts";
import { formatClock } from "../format/time.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import type { Crosshair } from "./crosshair.ts";
import { useInTurn } from "./in-turn.ts";
import { PLOT } from "./layout.ts";
import { Overlay } from "./overlay.tsx";
import { NoData } from "./plot/no-data.tsx";
import { type AxisUnit, valueAxis } from "./plot/value-axis.ts";
import { type Span, samplesWithin } from "./samples.ts";
import type { Mark, PlotSeries } from "./series.ts";
import { TimePlot } from "./time-plot.tsx";
import { useVisible } from "./use-visible.ts";

/** What all charts of a page share. */
export interface TimeView {
  readonly samples: readonly ModelSample[];
  readonly span: Span;
  readonly marks: readonly Mark[];
  readonly provenance: OverviewFrame["provenance"];
  readonly crosshair: Crosshair;
  readonly onZoom: (span: Span) => void;
  readonly onReset: () => void;
  /** Why there is nothing at all to show; null where each chart's own reason holds. */
  readonly absent: string | null;
}

interface SampleChartProps {
  readonly title: string;
  readonly about: string;
  readonly view: TimeView;
  /** From the samples shown; the same function for the same series. */
  readonly seriesOf: (samples: readonly ModelSample[]) => readonly PlotSeries[];
  /** What the newest value of the nth series is and where it comes from. */
  readonly hint?: (index: number, value: number | null | undefined) => string;
  /** What the values count in. */
  readonly unit: AxisUnit;
  /** Where the value axis ends; left out: above the largest value. */
  readonly top?: number | undefined;
  /** Counts of something whole: ticks at whole numbers alone. */
  readonly whole?: boolean;
  /** Why there is nothing to draw, where that is so. */
  readonly empty: string;
}

const axisTitle = { fontSize: 11 };

/** Every height that is drawn; areas on top of each other count together. */
function drawnValues(samples: readonly ModelSample[], series: readonly PlotSeries[]): number[] {
  return samples.flatMap((sample) => {
    const known = series.flatMap(({ shape, value }) => {
      const found = value(sample);
      return found === null ? [] : [{ shape, found }];
    });
    const stacked = known.filter(({ shape }) => shape === "stack");
    const sum = stacked.reduce((total, { found }) => total + found, 0);
    return [...known.map(({ found }) => found), ...(stacked.length > 0 ? [sum] : [])];
  });
}

/** What is taken from a model's samples, over time, with the newest values in the legend. */
export function SampleChart(props: SampleChartProps) {
  const { title, about, view, seriesOf, hint, empty, unit, top, whole = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { samples, span } = view;
  const drawn = useInTurn(
    useMemo(() => {
      const within = samplesWithin(samples, span);
      return { samples: within, span, series: seriesOf(within) };
    }, [samples, span, seriesOf]),
    useVisible(frame),
  );
  const { series } = drawn;
  const newest = drawn.samples.at(-1);
  const axis = useMemo(() => {
    const values = drawnValues(drawn.samples, drawn.series);
    return values.length === 0 ? null : valueAxis(title, unit, values, { top, whole });
  }, [drawn, title, unit, top, whole]);
  return (
    <ChartFrame
      title={title}
      about={about}
      legend={
        <ul className="flex flex-wrap gap-x-3 text-xs">
          {series.map(({ key, label, color, value, text }, index) => (
            <li
              key={key}
              data-hint={hint?.(index, newest && value(newest))}
              className="flex items-center gap-1.5 whitespace-nowrap"
            >
              <span className="size-2 rounded-sm" style={{ background: color }} />
              {series.length > 1 && label !== title && <span className="text-muted">{label}</span>}
              <span className="font-medium">{text(newest ? value(newest) : null)}</span>
            </li>
          ))}
        </ul>
      }
      chart={
        <div ref={frame} className="relative select-none" style={{ height: PLOT.height }}>
          <div aria-hidden="true">
            <TimePlot samples={drawn.samples} span={drawn.span} series={series} axis={axis} />
            {axis && (
              <span className="absolute top-1 left-1.5 text-muted" style={axisTitle}>
                {axis.title}
              </span>
            )}
            <span
              className="absolute inset-x-0 bottom-0.5 text-center text-muted"
              style={{ ...axisTitle, left: PLOT.left, right: PLOT.right }}
            >
              Time
            </span>
          </div>
          {!axis && <NoData reason={empty} />}
          <Overlay
            {...view}
            title={title}
            series={series}
            samples={drawn.samples}
            span={drawn.span}
          />
        </div>
      }
      caption={`${title} over time`}
      height={PLOT.height}
      data={() => ({
        columns: [
          { key: "t", head: "Time" },
          ...series.map(({ key, label, unit }) => ({ key, head: label, unit, numeric: true })),
        ],
        rows: drawn.samples.toReversed().map((sample) => ({
          key: sample.t,
          values: [new Date(sample.t), ...series.map(({ value }) => value(sample))],
          cells: [formatClock(sample.t), ...series.map(({ value, text }) => text(value(sample)))],
        })),
      })}
    />
  );
}
