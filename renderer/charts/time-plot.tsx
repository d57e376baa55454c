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
import { figures } from "../figures/figures.ts";
import { formatClock } from "../format/time.ts";
import { PLOT } from "./layout.ts";
import type { Span } from "./samples.ts";
import type { Series } from "./series.ts";
import { timeTicks } from "./time-ticks.ts";

interface TimePlotProps {
  readonly samples: ModelSample[];
  readonly span: Span;
  readonly series: readonly Series[];
}

const axis = { fontSize: 11, fill: "var(--color-muted)" };

/** Where the value axis ends: a share at 1, a batch size at a multiple of 3, for whole ticks, all else where recharts likes. */
function top(series: readonly Series[]) {
  const figure = series[0]?.figure;
  if (figure === "cacheHitRate") return 1;
  return figure === "meanBatch" ? (max: number) => Math.max(3, Math.ceil(max / 3) * 3) : "auto";
}

/** Lines and areas over time. Nothing here follows the pointer; see the overlay for what does. */
export const TimePlot = memo(function TimePlot({ samples, span, series }: TimePlotProps) {
  const format = figures[series[0]?.figure ?? "inferencesPerSecond"].format;
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
          tickFormatter={formatClock}
          tick={axis}
          tickLine={false}
          axisLine={{ stroke: "var(--color-line-strong)" }}
          interval="preserveStart"
          minTickGap={16}
        />
        <YAxis
          width={PLOT.left}
          domain={[0, top(series)]}
          tickFormatter={format}
          tick={axis}
          tickLine={false}
          axisLine={false}
          tickCount={4}
          allowDecimals={series[0]?.figure !== "queueDepth"}
        />
        {series.map(({ figure, color, shape, dashed }) =>
          shape === "line" ? (
            <Line
              key={figure}
              dataKey={figure}
              stroke={color}
              strokeWidth={1.75}
              {...(dashed ? { strokeDasharray: "5 3" } : {})}
              dot={false}
              isAnimationActive={false}
            />
          ) : (
            <Area
              key={figure}
              dataKey={figure}
              stroke={color}
              fill={color}
              fillOpacity={shape === "stack" ? 0.45 : 0.13}
              strokeWidth={1.5}
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
