import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type UIEvent, useRef, useState } from "react";
import type { GridFrame } from "../../../main/contract/index.ts";
import { cx } from "../../ui/classes.ts";
import type { Arranged, Arrangement } from "./arrange.ts";
import { HeatRow, ROW } from "./heat-row.tsx";
import { figureOf, formatFigure, isLook, type ShownAs } from "./shown.ts";
import { useNow } from "../../ui/use-now.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useFollow } from "./use-model-links.ts";

const BEYOND = 4;
/** px; fixed, so that a figure that changes does not lay out the whole table. */
const HEAD = 280;
const COLUMN = 104;
/** What stands above and below the grid on its page, px. */
const AROUND = 300;
const LEAST_HEIGHT = 400;

interface HeatTableProps {
  readonly frame: GridFrame;
  readonly shown: ShownAs;
  readonly arranged: Arranged;
  readonly arrangement: Arrangement;
  readonly most: number;
  readonly versions: readonly string[];
  readonly onSort: (sort: string) => void;
}

/** Replicas × models. Only the rows in sight are in the page; arrow keys move through all of them. */
export function HeatTable(props: HeatTableProps) {
  const { frame, shown, arranged, arrangement, most, versions, onSort } = props;
  const { rows, columns } = arranged;
  const scroller = useRef<HTMLDivElement>(null);
  const follow = useFollow();
  const now = useNow(10_000);
  // Of the first row in sight: within a row nothing is drawn anew.
  const [top, setTop] = useState(0);
  const room = Math.max(LEAST_HEIGHT, window.innerHeight - AROUND);
  const height = Math.min(room, (rows.length + 2) * ROW);
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  const last = Math.min(rows.length, Math.ceil((top + height) / ROW) + 1 + BEYOND);
  const { active, onKeyDown } = useGridKeys({
    scroller,
    rows: rows.length,
    columns: columns.length,
    rowHeight: ROW,
  });
  const figure = figureOf(shown);
  const summed = !isLook(shown);
  const visible = rows.slice(first, last);
  return (
    <div
      ref={scroller}
      className="overflow-auto border-line border-t contain-content"
      style={{ maxHeight: room }}
      onScroll={(event: UIEvent<HTMLDivElement>) =>
        setTop(Math.floor(event.currentTarget.scrollTop / ROW) * ROW)
      }
    >
      <table
        role="grid"
        aria-label={`Replicas of ${frame.name} by model`}
        aria-rowcount={rows.length + (summed ? 2 : 1)}
        aria-colcount={columns.length + (summed ? 2 : 1)}
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: HEAD + (columns.length + (summed ? 1 : 0)) * COLUMN }}
        onKeyDown={(event: KeyboardEvent) => onKeyDown(event)}
        onClick={follow}
      >
        <thead className="text-left text-muted text-xs">
          <tr aria-rowindex={1}>
            <Head
              name="Replica"
              sort="name"
              {...{ arrangement, onSort }}
              className="left-0 z-20"
              width={HEAD}
            />
            {summed && <Head name="All models" sort="total" {...{ arrangement, onSort }} numeric />}
            {columns.map((index) => {
              const model = frame.models[index] ?? "";
              return (
                <Head
                  key={model}
                  name={model}
                  sort={`model ${model}`}
                  {...{ arrangement, onSort }}
                  numeric={summed}
                />
              );
            })}
          </tr>
        </thead>
        <tbody>
          <Spacer height={first * ROW} />
          {visible.map((replica, offset) => {
            const row = first + offset;
            return (
              <HeatRow
                key={replica.key}
                {...{ replica, row, shown, columns, most, versions, now }}
                models={frame.models}
                active={active.row === row ? active.column : null}
              />
            );
          })}
          <Spacer height={(rows.length - last) * ROW} />
        </tbody>
        {summed && (
          <tfoot>
            <tr aria-rowindex={rows.length + 2} style={{ height: ROW }}>
              <th
                scope="row"
                className="sticky bottom-0 left-0 z-20 border-line border-t bg-surface px-3 text-left font-semibold"
              >
                {frame.replicas.length === 1
                  ? "The replica"
                  : `All ${frame.replicas.length} replicas`}
              </th>
              <Total text={formatFigure(figure, frame.total)} />
              {columns.map((index) => (
                <Total
                  key={frame.models[index]}
                  text={formatFigure(figure, frame.totals[index] ?? null)}
                />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" style={{ height }}>
      <td />
    </tr>
  );
}

function Total({ text }: { text: string }) {
  return (
    <td
      role="gridcell"
      className="sticky bottom-0 z-10 border-line border-t bg-surface px-2 text-right font-semibold"
    >
      {text}
    </td>
  );
}

interface HeadProps {
  readonly name: string;
  readonly sort: string;
  readonly arrangement: Arrangement;
  readonly onSort: (sort: string) => void;
  readonly numeric?: boolean;
  readonly className?: string;
  readonly width?: number;
}

function Head(props: HeadProps) {
  const { name, sort, arrangement, onSort, numeric = false, className, width } = props;
  const sorted = arrangement.sort === sort;
  const Arrow = arrangement.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (arrangement.descending ? "descending" : "ascending") : "none"}
      className={cx("sticky top-0 z-10 border-line border-b bg-surface px-2 py-1.5", className)}
      style={{ width }}
    >
      <button
        type="button"
        onClick={() => onSort(sort)}
        data-hint={name}
        className={cx(
          "flex w-full items-center gap-1 font-medium hover:text-ink",
          numeric && "justify-end",
          sorted && "text-ink",
        )}
      >
        <span className="truncate">{name}</span>
        {sorted && <Arrow aria-hidden="true" className="size-3 shrink-0" />}
      </button>
    </th>
  );
}
