import { formatCount, formatDuration } from "../format/numbers.ts";
import type { HeatGrid } from "./heat-cells.ts";
import type { Area } from "./area.ts";
import type { Arrow, Cursor } from "./cursor.ts";
import { TipRows } from "./tip.tsx";
import { secondsText } from "./run-window.ts";

/** Through the grid cell by cell, columns first: left and right go in time, up and down in latency. */
export function heatCursor({ columns, rows, cells }: HeatGrid): Cursor {
  const count = columns.length * rows.length;
  const counts = new Map(cells.map(([column, row, n]) => [column * rows.length + row, n]));
  const placeOf = (index: number) => {
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
      const { span, bounds } = placeOf(index);
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
