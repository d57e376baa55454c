import { memo } from "react";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from "recharts";
import type { ModelSample } from "../../main/contract/index.ts";
import { PLOT } from "./layout.ts";
import type { Axis } from "./plot/axes.tsx";
import { gapsBetween, type Span } from "./samples.ts";
import type { PlotSeries } from "./series.ts";
import { tickText, timeTicks } from "./time-ticks.ts";

export interface TimePlotProps {
  readonly samples: ModelSample[];
  readonly span: Span;
  readonly series: readonly PlotSeries[];
  /** The value axis; null where there is nothing to draw. */
  readonly axis: Axis | null;
}

const tick = { fontSize: 11, fill: "var(--color-muted)" };

type Row = ModelSample | { readonly t: number; readonly gap: true };

/** A row of nothing at either end of each gap, so that no line crosses it and no area slopes into it. */
function withGaps(samples: readonly ModelSample[]): Row[] {
  const gaps = gapsBetween(samples).flatMap(([from, to]) => [
    { t: from + 1, gap: true as const },
    { t: to, gap: true as const },
  ]);
  return gaps.length === 0 ? [...samples] : [...samples, ...gaps].sort((a, b) => a.t - b.t);
}

/** Height of the labels below the time axis, px; its title stands below them. */
const TICK_LABELS = 22;

/** Lines and areas over time. Nothing here follows the pointer; see the overlay for what does. */
export const TimePlot = memo(function TimePlot(props: TimePlotProps) {
  const { samples, span, series, axis } = props;
  return (
    <ResponsiveContainer width="100%" height={PLOT.height}>
      <ComposedChart
        data={withGaps(samples)}
        accessibilityLayer={false}
        margin={{ top: PLOT.top, right: PLOT.right, bottom: PLOT.bottom - TICK_LABELS, left: 0 }}
      >
        {axis && <CartesianGrid vertical={false} stroke="var(--color-line)" />}
        <XAxis
          dataKey="t"
          type="number"
          scale="time"
          domain={[span[0], span[1]]}
          allowDataOverflow
          height={TICK_LABELS}
          ticks={axis ? timeTicks(span) : []}
          tickFormatter={tickText(span)}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: "var(--color-line-strong)" }}
          interval="preserveStart"
          minTickGap={16}
        />
        <YAxis
          width={PLOT.left}
          domain={axis ? [...axis.scale.span] : [0, 1]}
          ticks={axis ? [...axis.scale.ticks] : []}
          interval={0}
          tickFormatter={axis?.text ?? String}
          tick={tick}
          tickLine={false}
          axisLine={false}
        />
        {series.map(({ key, color, shape, dashed, value }) =>
          shape === "line" ? (
            <Line
              key={key}
              dataKey={(row: Row) => ("gap" in row ? null : value(row))}
              stroke={color}
              strokeWidth={1.75}
              {...(dashed ? { strokeDasharray: "5 3" } : {})}
              dot={false}
              isAnimationActive={false}
            />
          ) : (
            <Area
              key={key}
              dataKey={(row: Row) => ("gap" in row ? null : value(row))}
              stroke={color}
              fill={color}
              fillOpacity={shape === "stack" ? 0.7 : 0.13}
              // The outline of an area of no height would hide what it lies on.
              strokeWidth={shape === "stack" ? 0.5 : 1.5}
              {...(shape === "stack" ? { stackId: "one" } : {})}
              dot={false}
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
});
