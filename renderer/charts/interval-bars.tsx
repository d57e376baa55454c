import { Bar, type BarShapeProps, ErrorBar, ReferenceLine } from "recharts";
import { formatChangeInterval, formatRelativeChange } from "../../main/contract/index.ts";
import { NONE } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { STILL, Chart } from "./chart.tsx";
import { type Arrow, type Cursor, nearest, NOWHERE, stepAlong } from "./cursor.ts";
import { Layer } from "./layers.tsx";
import { type Area, bandScale, ratioScale } from "./scale.ts";
import { TipRows } from "./tip.tsx";
import { useZoom } from "./use-zoom.ts";

interface IntervalBarsProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  readonly rows: readonly DifferenceRow[];
}

const ROW = 40;
/** Larger decreases are drawn as this. */
const MIN_SHOWN = -0.999;

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
          words={rows.map(describeDifference).join("; ")}
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

/** The metric of each row at its left, and its verdict at its right. */
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

/** As wide on each side of zero as the rows need; never down to −100 %. */
export function differenceSpan(rows: readonly DifferenceRow[]): readonly [number, number] {
  const all = rows.flatMap(({ difference, low, high }) =>
    [difference, low, high].filter((value) => value !== null),
  );
  const low = Math.log1p(Math.max(MIN_SHOWN, Math.min(0, ...all)));
  const high = Math.log1p(Math.max(0, ...all));
  const margin = Math.max((high - low) * 0.08, 0.01);
  return [Math.expm1(low - margin), Math.expm1(high + margin)];
}

export interface DifferenceRow {
  readonly key: string;
  /** "p99 latency" */
  readonly label: string;
  /** Of the second to the first, as a share: 0.05 is 5 % more. Null: no interval. */
  readonly difference: number | null;
  /** The interval around it. */
  readonly low: number | null;
  readonly high: number | null;
  /** "no significant difference", "better" */
  readonly verdict: string;
  readonly tone: "good" | "bad" | "neutral";
  /** Both values as text: "12.1 ms → 11.4 ms". */
  readonly values?: string | undefined;
}

export const toneColors: Record<DifferenceRow["tone"], string> = {
  good: "var(--color-good)",
  bad: "var(--color-bad)",
  neutral: "var(--color-muted)",
};

const THICK = 14;

/** From zero to each difference, with its interval as a whisker. */
export function DifferenceBars({ rows }: { rows: readonly DifferenceRow[] }) {
  return (
    <Bar {...STILL} dataKey="difference" barSize={THICK} shape={DifferenceShape}>
      {(["good", "bad", "neutral"] as const)
        .filter((tone) => rows.some((row) => row.tone === tone))
        .map((tone) => (
          <ErrorBar
            {...STILL}
            key={tone}
            dataKey={({ difference, low, high, tone: own }: DifferenceRow) =>
              own !== tone || difference === null || low === null || high === null
                ? null
                : [difference - low, high - difference]
            }
            width={6}
            stroke={toneColors[tone]}
            strokeWidth={1.75}
          />
        ))}
    </Bar>
  );
}

function DifferenceShape({ x, y, width, height, payload }: BarShapeProps) {
  const { difference, tone } = payload as DifferenceRow;
  if (difference === null) return null;
  const color = toneColors[tone];
  return (
    <>
      <rect
        x={Math.min(x, x + width)}
        y={y}
        width={Math.abs(width)}
        height={height}
        fill={color}
        opacity={0.3}
      />
      <circle cx={x + width} cy={y + height / 2} r={4} fill={color} />
    </>
  );
}

/** Position of a row, counted from the top, on an axis that starts at the bottom. */
export const rowPlace = (rows: readonly DifferenceRow[], index: number) =>
  Math.max(2, rows.length) - 1 - index;

export function describeDifference({
  label,
  difference,
  low,
  high,
  verdict,
}: DifferenceRow): string {
  if (difference === null) return `${label}: ${verdict}`;
  const interval =
    low === null || high === null
      ? ""
      : ` (${formatChangeInterval({ value: difference, low, high })})`;
  return `${label}: ${formatRelativeChange(difference)}${interval}, ${verdict}`;
}

/** Moves through rows from the top down. */
export function differenceCursor(rows: readonly DifferenceRow[]): Cursor {
  return {
    count: rows.length,
    pick: (area, _, y) =>
      nearest([...rows.keys()], (index) => Math.abs(area.y(rowPlace(rows, index)) - y)),
    step: (index, arrow) => stepAlong(rows.length, index, turned(arrow)),
    target: (area, index) => {
      const row = rows[index];
      if (!row) return NOWHERE;
      return {
        x: Math.min(Math.max(area.x(row.difference ?? 0), 0), area.width),
        y: area.y(rowPlace(rows, index)),
        words: describeDifference(row),
        tip: <DifferenceTip row={row} />,
      };
    },
  };
}

function turned(arrow: Arrow): Arrow {
  if (arrow === "ArrowDown") return "ArrowRight";
  return arrow === "ArrowUp" ? "ArrowLeft" : arrow;
}

function DifferenceTip({ row }: { row: DifferenceRow }) {
  const { label, difference, low, high, tone, values } = row;
  const figures = [
    {
      key: "difference",
      label: "Difference",
      text: difference === null ? NONE : formatRelativeChange(difference),
      color: toneColors[tone],
    },
  ];
  const interval =
    difference === null || low === null || high === null
      ? null
      : formatChangeInterval({ value: difference, low, high });
  const rows = [
    ...figures,
    ...(interval === null ? [] : [{ key: "interval", label: "Interval", text: interval }]),
    ...(values ? [{ key: "values", label: "A → B", text: values }] : []),
  ];
  return <TipRows head={label} rows={rows} />;
}
