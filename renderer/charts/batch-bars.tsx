import { memo } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from "recharts";
import { formatCount, formatPercent } from "../format/numbers.ts";
import { PLOT } from "./layout.ts";

export type BatchCounts = readonly (readonly [size: number, executions: number])[];

const axis = { fontSize: 11, fill: "var(--color-muted)" };

const MOST_LABELS = 14;

/** Executions by batch size. Each bar carries its share, so that it needs no tooltip. */
export const BatchBars = memo(function BatchBars({ batches }: { batches: BatchCounts }) {
  const total = batches.reduce((sum, [, count]) => sum + count, 0);
  const data = batches.map(([size, count]) => ({
    size,
    count,
    share: count / total < 0.01 ? "<1 %" : formatPercent(Math.round((count / total) * 100) / 100),
  }));
  return (
    <ResponsiveContainer width="100%" height={PLOT.height}>
      <BarChart
        data={data}
        accessibilityLayer={false}
        margin={{ top: 18, right: PLOT.right, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="size"
          height={PLOT.bottom}
          tick={axis}
          tickLine={false}
          axisLine={{ stroke: "var(--color-line-strong)" }}
        />
        <YAxis
          width={PLOT.left}
          tickFormatter={formatCount}
          tick={axis}
          tickLine={false}
          axisLine={false}
          tickCount={4}
          allowDecimals={false}
        />
        <Bar
          dataKey="count"
          fill="var(--color-chart-1)"
          radius={[3, 3, 0, 0]}
          maxBarSize={56}
          isAnimationActive={false}
        >
          {batches.length <= MOST_LABELS && (
            <LabelList dataKey="share" position="top" fontSize={11} fill="var(--color-muted)" />
          )}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
});
