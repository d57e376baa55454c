import { ReferenceLine } from "recharts";
import { formatRelativeChange } from "../../main/contract/index.ts";
import { NONE } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { Chart } from "./chart.tsx";
import { DifferenceBars, type DifferenceRow, toneColors } from "./difference-bar.tsx";
import { differenceCursor, differenceWords, rowPlace } from "./difference-cursor.tsx";
import { Layer } from "./layer.tsx";
import type { Area } from "./area.ts";
import { ratioScale } from "./ratio-scale.ts";
import { bandScale } from "./scale.ts";
import { useZoom } from "./use-zoom.ts";

interface IntervalBarsProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  readonly rows: readonly DifferenceRow[];
}

const ROW = 40;
/** What fell by more is drawn as this. */
const LEAST_SHOWN = -0.999;

/** Relative changes from one configuration to another with their intervals, on a scale of ratios. */
export function IntervalBars({ title, about, mark, rows }: IntervalBarsProps) {
  const zoom = useZoom(differenceSpan(rows));
  const lines = Math.max(2, rows.length);
  const height = lines * ROW + 60;
  return (
    <ChartFrame
      title={title}
      about={about}
      mark={mark}
      legend={
        <span className="text-muted text-xs">
          Bars are 95 % intervals; crossing zero means no significant difference.
        </span>
      }
      chart={
        <Chart
          title={title}
          words={rows.map(differenceWords).join("; ")}
          height={height}
          room={{
            left: roomFor(rows.map(({ label }) => label)),
            right: roomFor(rows.map(({ verdict }) => verdict)),
            top: 12,
          }}
          x={{
            scale: ratioScale(zoom.span),
            text: tickText,
            title: "Change from before to after",
          }}
          y={{ scale: { ...bandScale([-0.5, lines - 0.5]), ticks: [] }, text: String }}
          zoom={zoom}
          empty={rows.length === 0 ? "Nothing compared yet." : null}
          cursor={differenceCursor(rows)}
          bars={rows.map((row, index) => ({ ...row, y: rowPlace(rows, index) }))}
          lying
          outside={<Layer>{(area) => <RowNames area={area} rows={rows} />}</Layer>}
        >
          <ReferenceLine x={0} zIndex={0} stroke="var(--color-line-strong)" strokeWidth={1.5} />
          <DifferenceBars rows={rows} />
        </Chart>
      }
      height={height}
      data={() => ({
        columns: [
          { key: "metric", head: "Metric" },
          { key: "difference", head: "Difference", numeric: true },
          { key: "low", head: "Low", numeric: true },
          { key: "high", head: "High", numeric: true },
          { key: "values", head: "A → B" },
          { key: "verdict", head: "Verdict" },
        ],
        rows: rows.map(({ key, label, difference, low, high, verdict, values = "" }) => ({
          key,
          values: [label, difference, low, high, values, verdict],
          cells: [label, ...[difference, low, high].map(formatChange), values, verdict],
        })),
      })}
    />
  );
}

/** What each row measures at its left, and its verdict at its right. */
function RowNames({ area, rows }: { area: Area; rows: readonly DifferenceRow[] }) {
  return rows.map(({ key, label, verdict, tone }, index) => (
    <g key={key} transform={`translate(0 ${area.y(rowPlace(rows, index))})`} fontSize={12}>
      <text x={-12} y={4} textAnchor="end" fill="var(--color-ink)">
        {label}
      </text>
      <text x={area.width + 14} y={4} fill={toneColors[tone]} fontWeight={600}>
        {verdict}
      </text>
    </g>
  ));
}

const LETTER = 6.8;

/** Next to the plot, px. */
const roomFor = (texts: readonly string[]) =>
  Math.max(60, 26 + LETTER * Math.max(0, ...texts.map(({ length }) => length)));

/** Factors on the axis are whole. */
const tickText = (share: number) =>
  Number.isInteger(share) && share > 0 ? `${share + 1}×` : formatRelativeChange(share);

const formatChange = (share: number | null) =>
  share === null ? NONE : formatRelativeChange(share);

/** As wide to the left of zero as the rows need, and to the right; never down to −100 %. */
export function differenceSpan(rows: readonly DifferenceRow[]): readonly [number, number] {
  const all = rows.flatMap(({ difference, low, high }) =>
    [difference, low, high].filter((value) => value !== null),
  );
  const low = Math.log1p(Math.max(LEAST_SHOWN, Math.min(0, ...all)));
  const high = Math.log1p(Math.max(0, ...all));
  const margin = Math.max((high - low) * 0.08, 0.01);
  return [Math.expm1(low - margin), Math.expm1(high + margin)];
}
