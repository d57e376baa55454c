import { Line } from "recharts";
import { FIGURE_COLORS } from "../figures/colors.ts";
import { formatBytes, formatPercent } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { withUnit } from "./axis.ts";
import { BARE_LINE, Chart } from "./chart.tsx";
import { nearest, NOWHERE, stepAlong } from "./cursor.ts";
import { fromZero, logScale } from "./scale.ts";
import { TipRows } from "./tip.tsx";
import { useZoom } from "./use-zoom.ts";

interface HitRatePoint {
  readonly bytes: number;
  readonly hitRate: number;
}

interface HitRateChartProps {
  readonly about: string;
  /** Sizes and rates ascending. */
  readonly curve: readonly HitRatePoint[];
  /** The selected size. */
  readonly chosen: HitRatePoint;
}

const TITLE = "Cache hit rate over memory";
const COLOR = FIGURE_COLORS.cacheHitRate;

const MAX_TICKS = 7;

/** Evenly spaced, as many as fit, at round sizes in KiB and MiB. */
function powersOfTwo([from, to]: readonly [number, number]): number[] {
  const [first, last] = [Math.ceil(Math.log2(from)), Math.floor(Math.log2(to))];
  const step = Math.max(1, Math.ceil((last - first + 1) / MAX_TICKS));
  const ticks: number[] = [];
  for (let power = Math.ceil(first / step) * step; power <= last; power += step) {
    ticks.push(2 ** power);
  }
  return ticks;
}

/** The share of requests that a cache of each size would answer. */
export function HitRateChart({ about, curve, chosen }: HitRateChartProps) {
  const sizes = [...curve.map(({ bytes }) => bytes), chosen.bytes].filter((bytes) => bytes > 0);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const zoom = useZoom([least / 2, most * 1.5]);
  const scale = { ...logScale(zoom.span), ticks: powersOfTwo(zoom.span) };
  const x = withUnit("Cache memory", "bytes", scale);
  const first = { bytes: least / 2, hitRate: 0 };
  const last = { bytes: most * 1.5, hitRate: curve.at(-1)?.hitRate ?? 0 };
  const points = [first, ...curve, last].map((point) => ({ ...point, x: point.bytes }));
  const wordsFor = ({ bytes, hitRate }: HitRatePoint) =>
    `${formatBytes(bytes)}: ${formatPercent(hitRate)}`;
  return (
    <ChartFrame
      title={TITLE}
      about={about}
      chart={
        <Chart
          title={TITLE}
          words={`${wordsFor(chosen)}; at most ${formatPercent(last.hitRate)}`}
          x={x}
          y={withUnit("Hit rate", "share", fromZero([last.hitRate]))}
          zoom={zoom}
          cursor={{
            count: curve.length,
            pick: (area, px) => nearest(curve, (point) => Math.abs(area.x(point.bytes) - px)),
            step: (index, arrow) => stepAlong(curve.length, index, arrow),
            target: (area, index) => {
              const point = curve[index];
              if (!point) return NOWHERE;
              return {
                x: area.x(point.bytes),
                y: area.y(point.hitRate),
                words: wordsFor(point),
                tip: (
                  <TipRows
                    head={formatBytes(point.bytes)}
                    rows={[
                      {
                        key: "rate",
                        label: "Hit rate",
                        text: formatPercent(point.hitRate),
                        color: COLOR,
                      },
                    ]}
                  />
                ),
              };
            },
          }}
        >
          <Line
            {...BARE_LINE}
            type="stepAfter"
            data={points}
            dataKey="hitRate"
            stroke={COLOR}
            strokeWidth={2}
          />
          <Line
            {...BARE_LINE}
            data={[{ ...chosen, x: chosen.bytes }]}
            dataKey="hitRate"
            stroke={COLOR}
            dot={{ r: 5, fill: COLOR }}
          />
        </Chart>
      }
      height={260}
      data={() => ({
        columns: [
          { key: "bytes", head: "Cache memory", unit: "bytes", numeric: true },
          { key: "rate", head: "Hit rate", numeric: true },
        ],
        rows: curve.map((point) => ({
          key: point.bytes,
          values: [point.bytes, point.hitRate],
          cells: [formatBytes(point.bytes), formatPercent(point.hitRate)],
        })),
      })}
    />
  );
}
