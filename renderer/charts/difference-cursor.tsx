import { formatChangeInterval, formatRelativeChange } from "../../main/contract/index.ts";
import { NONE } from "../format/numbers.ts";
import { type DifferenceRow, toneColors } from "./difference-bar.tsx";
import { type Arrow, type Cursor, nearest, stepAlong } from "./cursor.ts";
import { TipRows } from "./tip.tsx";

/** Where a row stands on an axis that begins at the foot, while rows begin at the top. */
export const rowPlace = (rows: readonly DifferenceRow[], index: number) =>
  Math.max(2, rows.length) - 1 - index;

export function differenceWords({ label, difference, low, high, verdict }: DifferenceRow): string {
  if (difference === null) return `${label}: ${verdict}`;
  const interval =
    low === null || high === null
      ? ""
      : ` (${formatChangeInterval({ value: difference, low, high })})`;
  return `${label}: ${formatRelativeChange(difference)}${interval}, ${verdict}`;
}

/** Through rows from the top down. */
export function differenceCursor(rows: readonly DifferenceRow[]): Cursor {
  return {
    count: rows.length,
    pick: (area, _, y) =>
      nearest([...rows.keys()], (index) => Math.abs(area.y(rowPlace(rows, index)) - y)),
    step: (index, arrow) => stepAlong(rows.length, index, turned(arrow)),
    target: (area, index) => {
      const row = rows[index];
      if (!row) return { x: 0, words: "none", tip: null };
      return {
        x: Math.min(Math.max(area.x(row.difference ?? 0), 0), area.width),
        y: area.y(rowPlace(rows, index)),
        words: differenceWords(row),
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
