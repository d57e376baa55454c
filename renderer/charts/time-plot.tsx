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
import type { Span } from "./samples.ts";
import type { PlotSeries } from "./series.ts";
import { tickText, timeTicks } from "./time-ticks.ts";

export interface TimePlotProps {
  readonly samples: ModelSample[];
  readonly span: Span;
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
  /** Where the value axis ends; "auto": where recharts likes. */
  readonly top?: number | "auto" | ((max: number) => number);
  /** Ticks at whole numbers alone. */
  readonly whole?: boolean;
}

const axis = { fontSize: 11, fill: "var(--color-muted)" };

/** Lines and areas over time. Nothing here follows the pointer; see the overlay for what does. */
export const TimePlot = memo(function TimePlot(props: TimePlotProps) {
  const { samples, span, series, format, top = "auto", whole = false } = props;
  return (
    <ResponsiveContainer width="100%" height={PLOT.height}>
      <ComposedChart
        data={samples}
        accessibilityLayer={false}
        margin={{ top: PLOT.top, right: PLOT.right, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="t"
          type="number"
          scale="time"
          domain={[span[0], span[1]]}
          allowDataOverflow
          height={PLOT.bottom}
          ticks={timeTicks(span)}
          tickFormatter={tickText(span)}
          tick={axis}
          tickLine={false}
          axisLine={{ stroke: "var(--color-line-strong)" }}
          interval="preserveStart"
          minTickGap={16}
        />
        <YAxis
          width={PLOT.left}
          domain={[0, top]}
          tickFormatter={format}
          tick={axis}
          tickLine={false}
          axisLine={false}
          tickCount={4}
          allowDecimals={!whole}
        />
        {series.map(({ key, color, shape, dashed, value }) =>
          shape === "line" ? (
            <Line
              key={key}
              dataKey={value}
              stroke={color}
              strokeWidth={1.75}
              {...(dashed ? { strokeDasharray: "5 3" } : {})}
              dot={false}
              isAnimationActive={false}
            />
          ) : (
            <Area
              key={key}
              dataKey={value}
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
