import { useState } from "react";
import { Line } from "recharts";
import { formatDuration } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { type Bound, BoundLine } from "./bound-line.tsx";
import { Chart } from "./chart.tsx";
import { cursorAlong } from "./cursor.ts";
import { Layer } from "./layer.tsx";
import { Legend, ScaleChoice, type ScaleKind } from "./legend.tsx";
import { aroundLog, fromZero, inSight, percentileScale } from "./scale.ts";
import { BARE_LINE } from "./series-look.ts";
import { withUnit } from "./axis.ts";
import { TipRows } from "./tip.tsx";
import { useZoom } from "./use-zoom.ts";
import {
  drawnPercentiles,
  type SpectrumSeries,
  percentileText,
  spectrumData,
  valueAt,
} from "./spectrum-data.ts";

interface SpectrumChartProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  readonly series: readonly SpectrumSeries[];
  readonly bound?: Bound | null | undefined;
}

/** Latency by percentile: each step of one nine, where the slowest requests are, is as wide as the last. */
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
        <Legend items={series.map((each) => ({ ...each, shape: each.dashed ? "dashed" : "line" }))}>
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
          cursor={cursorAlong(percentiles, (area, index) => {
            const percentile = percentiles[index] ?? 0;
            const rows = reading(percentile);
            return {
              x: area.x(percentile),
              words: `${percentileText(percentile)}: ${rows
                .map(({ label, text }) => `${label} ${text}`)
                .join(", ")}`,
              tip: <TipRows head={percentileText(percentile)} rows={rows} />,
            };
          })}
        >
          {bound && <Layer>{(area) => <BoundLine area={area} bound={bound} />}</Layer>}
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
