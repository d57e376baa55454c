import { formatCount, formatDuration } from "../format/numbers.ts";
import type { ChartData } from "../ui/chart-export/chart-data.ts";
import type { BucketBounds, HeatGrid, HeatWindow } from "./heat-cells.ts";
import { secondsText } from "./run-window.ts";

/** Every cell of every window, as measured. */
export function heatData(windows: readonly HeatWindow[], boundsOf: BucketBounds): ChartData {
  return {
    columns: [
      { key: "t", head: "Time", unit: "s" },
      { key: "seconds", head: "Length", unit: "s", numeric: true },
      { key: "low", head: "From", unit: "ms", numeric: true },
      { key: "high", head: "To", unit: "ms", numeric: true },
      { key: "count", head: "Requests", numeric: true },
    ],
    rows: windows.flatMap(({ t, seconds, cells }) =>
      cells.map(([bucket, n]) => {
        const [low, high] = boundsOf(bucket);
        return {
          key: `${t} ${bucket}`,
          values: [t, seconds, low, high, n],
          cells: [
            secondsText(t),
            secondsText(seconds),
            formatDuration(low),
            formatDuration(high),
            formatCount(n),
          ],
        };
      }),
    ),
  };
}

/** One row per column drawn: few enough to read. */
export function heatColumnTable({ columns, rows, cells }: HeatGrid): ChartData {
  return {
    columns: [
      { key: "t", head: "Time" },
      { key: "count", head: "Requests", numeric: true },
      { key: "fastest", head: "Fastest from", numeric: true },
      { key: "most", head: "Most of them", numeric: true },
      { key: "slowest", head: "Slowest up to", numeric: true },
    ],
    rows: columns.map(([from, to], column) => {
      const own = cells.filter(([of]) => of === column).sort(([, a], [, b]) => a - b);
      const total = own.reduce((sum, [, , n]) => sum + n, 0);
      const fullest = own.reduce<(typeof own)[number] | null>(
        (best, cell) => (best && best[2] >= cell[2] ? best : cell),
        null,
      );
      const edge = (row: number | undefined, side: 0 | 1) =>
        row === undefined ? null : (rows[row]?.[side] ?? null);
      const [low, high] = [edge(own[0]?.[1], 0), edge(own.at(-1)?.[1], 1)];
      const [mostLow, mostHigh] = [edge(fullest?.[1], 0), edge(fullest?.[1], 1)];
      return {
        key: from,
        values: [from, total, low, mostLow, high],
        cells: [
          `${secondsText(from)} – ${secondsText(to)}`,
          formatCount(total),
          formatDuration(low),
          `${formatDuration(mostLow)} – ${formatDuration(mostHigh)}`,
          formatDuration(high),
        ],
      };
    }),
  };
}
