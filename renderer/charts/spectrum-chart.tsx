import { useState } from "react";
import { Line } from "recharts";
import { formatDuration } from "../format/numbers.ts";
import type { ChartData } from "../ui/chart-export/chart-data.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { withUnit } from "./axis.ts";
import { BARE_LINE, Chart } from "./chart.tsx";
import { cursorAlong } from "./cursor.ts";
import { type Bound, BoundLine } from "./layers.tsx";
import { Legend, ScaleChoice, type ScaleKind } from "./legend.tsx";
import { aroundLog, fromZero, inSight, percentileScale } from "./scale.ts";
import { TipRows } from "./tip.tsx";
import { useZoom } from "./use-zoom.ts";

interface SpectrumChartProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  readonly series: readonly SpectrumSeries[];
  readonly bound?: Bound | null | undefined;
}

/** Latency by percentile: each further nine, where the slowest requests are, is equally wide. */
export function SpectrumChart({ title, about, mark, series, bound }: SpectrumChartProps) {
  const [kind, setKind] = useState<ScaleKind>("linear");
  const percentiles = drawnPercentiles(series);
  const zoom = useZoom([percentiles[0] ?? 0, Math.max(percentiles.at(-1) ?? 99, 50)]);
  const x = percentileScale(zoom.span);
  const points = series.flatMap((each) => each.points);
  const shown = inSight(points, ({ percentile }) => percentile, zoom.span);
  const heights = [...shown.map(({ ms }) => ms), bound?.ms];
  const reading = (percentile: number) =>
    series.map((each) => ({ ...each, text: formatDuration(valueAt(each, percentile)) }));
  return (
    <ChartFrame
      title={title}
      about={about}
      mark={mark}
      legend={
        <Legend items={series}>
          <ScaleChoice value={kind} onPick={setKind} />
        </Legend>
      }
      chart={
        <Chart
          title={title}
          words={series
            .map(
              (each) =>
                `${each.label}: ${[50, 90, 99, 99.9]
                  .map((p) => `${percentileText(p)} ${formatDuration(valueAt(each, p))}`)
                  .join(", ")}`,
            )
            .join("; ")}
          x={{ scale: x, text: percentileText, title: "Percentile" }}
          y={withUnit("Latency", "ms", kind === "log" ? aroundLog(heights) : fromZero(heights))}
          zoom={zoom}
          empty={percentiles.length === 0 ? "No requests have completed yet." : null}
          cursor={cursorAlong(
            percentiles,
            (percentile) => percentile,
            (percentile) => {
              const rows = reading(percentile);
              return {
                words: `${percentileText(percentile)}: ${rows
                  .map(({ label, text }) => `${label} ${text}`)
                  .join(", ")}`,
                tip: <TipRows head={percentileText(percentile)} rows={rows} />,
              };
            },
          )}
        >
          {bound && <BoundLine bound={bound} />}
          {series.map(({ key, color, dashed, points }) => (
            <Line
              {...BARE_LINE}
              key={key}
              data={points
                .filter(({ percentile }) => percentile < 100)
                .map(({ percentile, ms }) => ({ x: percentile, ms }))}
              dataKey="ms"
              stroke={color}
              strokeWidth={1.75}
              strokeDasharray={dashed ? "5 4" : "none"}
            />
          ))}
        </Chart>
      }
      height={260}
      data={() => spectrumData(series)}
    />
  );
}

export interface SpectrumPoint {
  /** 0..100 */
  readonly percentile: number;
  readonly ms: number;
}

export interface SpectrumSeries {
  readonly key: string;
  /** "Response time", "Service time". */
  readonly label: string;
  /** A CSS colour. */
  readonly color: string;
  readonly dashed?: boolean | undefined;
  /** Percentiles ascending, and none that the number of requests does not support. */
  readonly points: readonly SpectrumPoint[];
}

/** All percentiles that any series has, ascending. An axis of nines has no position for 100. */
export function drawnPercentiles(series: readonly SpectrumSeries[]): number[] {
  const all = series.flatMap(({ points }) => points.map(({ percentile }) => percentile));
  return [...new Set(all)].filter((percentile) => percentile < 100).sort((a, b) => a - b);
}

/** A series' value at a percentile; null beyond the last that its number of requests supports. */
export function valueAt({ points }: SpectrumSeries, percentile: number): number | null {
  return points.find((each) => each.percentile >= percentile - 1e-9)?.ms ?? null;
}

/** p50, p99.9 */
export function percentileText(percentile: number): string {
  return percentile >= 100 ? "max" : `p${Number(percentile.toFixed(5))}`;
}

export function spectrumData(series: readonly SpectrumSeries[]): ChartData {
  const percentiles = [
    ...new Set(series.flatMap(({ points }) => points.map(({ percentile }) => percentile))),
  ].sort((a, b) => a - b);
  return {
    columns: [
      { key: "percentile", head: "Percentile" },
      ...series.map(({ key, label }) => ({ key, head: label, unit: "ms", numeric: true })),
    ],
    rows: percentiles.map((percentile) => {
      const values = series.map((each) => valueAt(each, percentile));
      return {
        key: percentile,
        values: [percentile, ...values],
        cells: [percentileText(percentile), ...values.map(formatDuration)],
      };
    }),
  };
}
