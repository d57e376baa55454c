import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { PLOT } from "./layout.ts";

export interface StepSeries {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly dashed?: boolean;
  /** By concurrency; null where that was not measured. */
  readonly values: readonly (number | null)[];
}

interface StepChartProps {
  readonly title: string;
  readonly about: string;
  readonly concurrencies: readonly number[];
  readonly series: readonly StepSeries[];
  readonly format: (value: number | null) => string;
}

const axis = { fontSize: 11, fill: "var(--color-muted)" };

/** Figures of one or two experiments by concurrency. */
export function StepChart({ title, about, concurrencies, series, format }: StepChartProps) {
  const rows = concurrencies.map((concurrency, index) => ({
    concurrency,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values[index] ?? null])),
  }));
  const words = series
    .map(({ label, values }) => `${label}: ${values.map((value) => format(value)).join(", ")}`)
    .join("; ");
  return (
    <ChartFrame
      title={title}
      about={about}
      legend={
        <ul className="flex flex-wrap gap-x-4 text-xs">
          {series.map(({ key, label, color, dashed }) => (
            <li key={key} className="flex min-w-0 items-center gap-1.5">
              <span
                className="w-4 border-t-2"
                style={{ borderColor: color, borderTopStyle: dashed ? "dashed" : "solid" }}
              />
              <span className="truncate text-muted">{label}</span>
            </li>
          ))}
        </ul>
      }
      chart={
        <div
          role="img"
          aria-label={`${title} at concurrency ${concurrencies.join(", ")}. ${words}`}
          style={{ height: PLOT.height + 40 }}
        >
          <ResponsiveContainer width="100%" height={PLOT.height + 40}>
            <LineChart
              data={rows}
              accessibilityLayer={false}
              margin={{ top: PLOT.top, right: PLOT.right + 10, bottom: 14, left: 0 }}
            >
              <CartesianGrid vertical={false} stroke="var(--color-line)" />
              <XAxis
                dataKey="concurrency"
                height={PLOT.bottom}
                tick={axis}
                tickLine={false}
                axisLine={{ stroke: "var(--color-line-strong)" }}
                padding={{ left: 24, right: 24 }}
                label={{ value: "concurrency", position: "bottom", offset: -2, ...axis }}
              />
              <YAxis
                width={PLOT.left}
                tickFormatter={format}
                tick={axis}
                tickLine={false}
                axisLine={false}
                tickCount={5}
              />
              {series.map(({ key, color, dashed }) => (
                <Line
                  key={key}
                  dataKey={key}
                  stroke={color}
                  strokeWidth={2}
                  {...(dashed ? { strokeDasharray: "5 4" } : {})}
                  dot={{ r: 3, fill: color, strokeWidth: 0, strokeDasharray: "0" }}
                  isAnimationActive={false}
                  connectNulls
                />
              ))}
            </LineChart>
          </ResponsiveContainer>
        </div>
      }
      table={() => (
        <DataTable
          caption={`${title} by concurrency`}
          maxHeight={PLOT.height + 40}
          columns={[
            { key: "concurrency", head: "Concurrency" },
            ...series.map(({ key, label }) => ({ key, head: label, numeric: true })),
          ]}
          rows={concurrencies.map((concurrency, index) => ({
            key: concurrency,
            cells: [concurrency, ...series.map(({ values }) => format(values[index] ?? null))],
          }))}
        />
      )}
    />
  );
}
