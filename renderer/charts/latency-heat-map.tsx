import { useMemo } from "react";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { count } from "../format/text.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { withUnit } from "./axis.ts";
import { Chart } from "./chart.tsx";
import type { Arrow, Cursor } from "./cursor.ts";
import {
  type BucketBounds,
  type HeatGrid,
  heatGrid,
  heatLevel,
  type HeatWindow,
  levelCounts,
} from "./heat-cells.ts";
import { heatColumnTable, heatData } from "./heat-data.ts";
import { Layer } from "./layers.tsx";
import { secondsAxis, secondsText } from "./run-window.ts";
import { type Area, logScale } from "./scale.ts";
import { TipRows } from "./tip.tsx";
import { useZoom } from "./use-zoom.ts";

interface LatencyHeatMapProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  /** Ascending. */
  readonly windows: readonly HeatWindow[];
  /** The same function for the same buckets. */
  readonly bucketBounds: BucketBounds;
}

const HEIGHT = 280;

/** How many requests took how long, over the run: shows modes and stalls that percentiles hide. */
export function LatencyHeatMap(props: LatencyHeatMapProps) {
  const { title, about, mark, windows, bucketBounds } = props;
  const last = windows.at(-1);
  const zoom = useZoom([windows[0]?.t ?? 0, last ? last.t + last.seconds : 1]);
  const [from, to] = zoom.span;
  const grid = useMemo(() => {
    const shown = windows.filter(({ t, seconds }) => t + seconds > from && t < to);
    return heatGrid(shown, bucketBounds);
  }, [windows, bucketBounds, from, to]);
  const [low, high] = [grid.rows[0]?.[0] ?? 0.1, grid.rows.at(-1)?.[1] ?? 10];
  const total = grid.cells.reduce((sum, [, , n]) => sum + n, 0);
  return (
    <ChartFrame
      title={title}
      about={about}
      mark={mark}
      legend={<HeatLegend most={grid.most} />}
      chart={
        <Chart
          title={title}
          words={`${count(total, "request")} over ${secondsText(to - from)}, from ${formatDuration(low)} to ${formatDuration(high)}, at most ${formatCount(grid.most)} in one cell`}
          height={HEIGHT}
          x={secondsAxis(zoom.span, "Time in the run")}
          y={withUnit("Response time", "ms", logScale([low, high]))}
          zoom={zoom}
          empty={total === 0 ? "No requests have completed yet." : null}
          cursor={heatCursor(grid)}
        >
          <Layer>{(area) => <HeatPaths area={area} grid={grid} />}</Layer>
        </Chart>
      }
      data={() => heatData(windows, bucketBounds)}
      table={() => (
        <DataTable caption={`${title}, by time`} maxHeight={HEIGHT} {...heatColumnTable(grid)} />
      )}
    />
  );
}

const LEVELS = 8;

/** All cells of one colour as one path: thousands of cells become eight elements. */
export function HeatPaths({ area, grid }: { area: Area; grid: HeatGrid }) {
  const paths = Array.from({ length: LEVELS }, () => "");
  for (const [column, row, count] of grid.cells) {
    const [from, to] = grid.columns[column] ?? [0, 0];
    const [low, high] = grid.rows[row] ?? [1, 1];
    const [left, right] = [area.x(from), area.x(to)];
    const [top, bottom] = [area.y(high), area.y(low)];
    const level = heatLevel(count, grid.most, LEVELS);
    // Slightly wider, so that no seam shows between neighbours.
    paths[level] +=
      `M${left.toFixed(1)} ${top.toFixed(1)}h${(right - left + 0.3).toFixed(1)}v${(bottom - top + 0.3).toFixed(1)}H${left.toFixed(1)}z`;
  }
  return paths.map((path, level) => (
    <path key={rampColor(level, LEVELS)} d={path} fill={rampColor(level, LEVELS)} />
  ));
}

/** Legend: the number of requests for each colour. */
export function HeatLegend({ most }: { most: number }) {
  const counts = levelCounts(most, LEVELS);
  const distinct = counts.map((count, level) => ({ count, level }));
  const shown = distinct.filter(({ count }, index) => count !== counts[index + 1]);
  if (most === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
      <span>requests per cell, at least</span>
      <ul className="flex flex-wrap gap-x-2.5">
        {shown.map(({ count, level }) => (
          <li key={level} className="flex items-center gap-1">
            <span className="h-3 w-4" style={{ background: rampColor(level, LEVELS) }} />
            <span>{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Moves through the grid cell by cell, columns first: left and right change time, up and down latency. */
export function heatCursor({ columns, rows, cells }: HeatGrid): Cursor {
  const count = columns.length * rows.length;
  const counts = new Map(cells.map(([column, row, n]) => [column * rows.length + row, n]));
  const toCell = (index: number) => {
    const column = Math.floor(index / rows.length);
    return { span: columns[column] ?? [0, 0], bounds: rows[index % rows.length] ?? [1, 1] };
  };
  return {
    count,
    pick: (area, x, y) => {
      const column = columns.findIndex(([from, to]) => x >= area.x(from) && x < area.x(to));
      const row = rows.findIndex(([low, high]) => y <= area.y(low) && y > area.y(high));
      return column < 0 || row < 0 ? null : column * rows.length + row;
    },
    step: (index, arrow) => heatStep(index, arrow, columns.length, rows.length),
    target: (area: Area, index) => {
      const { span, bounds } = toCell(index);
      const n = counts.get(index) ?? 0;
      const time = `${secondsText(span[0])} – ${secondsText(span[1])}`;
      const latency = `${formatDuration(bounds[0])} – ${formatDuration(bounds[1])}`;
      return {
        x: area.x((span[0] + span[1]) / 2),
        y: area.y(Math.sqrt(bounds[0] * bounds[1])),
        words: `${time}, ${latency}: ${formatCount(n)} requests`,
        tip: (
          <TipRows
            head={time}
            rows={[
              { key: "latency", label: "Latency", text: latency },
              { key: "n", label: "Requests", text: formatCount(n) },
            ]}
          />
        ),
      };
    },
  };
}

/** The cell an arrow leads to; index = column × rows + row, row 0 the fastest. */
export function heatStep(
  index: number | null,
  arrow: Arrow,
  columns: number,
  rows: number,
): number {
  if (index === null) return arrow === "ArrowLeft" || arrow === "End" ? (columns - 1) * rows : 0;
  const [column, row] = [Math.floor(index / rows), index % rows];
  const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);
  const moves: Record<Arrow, readonly [number, number]> = {
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    ArrowUp: [column, row + 1],
    ArrowDown: [column, row - 1],
    Home: [0, row],
    End: [columns - 1, row],
  };
  const [toColumn, toRow] = moves[arrow];
  return within(toColumn, columns) * rows + within(toRow, rows);
}

/**
 * The nth colour of a sequential scale, from the background's towards the text's: faint means few in both themes. A
 * CSS colour; the first differs from the background.
 */
export function rampColor(index: number, count: number): string {
  const share = count > 1 ? index / (count - 1) : 1;
  const turn = 0.6;
  return share <= turn
    ? mix("chart-1", "surface", 0.24 + (share / turn) * 0.76)
    : mix("ink", "chart-1", ((share - turn) / (1 - turn)) * 0.72);
}

function mix(color: string, into: string, share: number): string {
  return `color-mix(in oklab, var(--color-${color}) ${Math.round(share * 100)}%, var(--color-${into}))`;
}
