import { ArrowDown, ArrowUp } from "lucide-react";
import { Fragment, type KeyboardEvent, type UIEvent, useRef, useState } from "react";
import type { GridFrame, GridReplica } from "../../../main/contract/index.ts";
import { cx } from "../../ui/classes.ts";
import type { Arrangement } from "./arrange.ts";
import { HeatRow, ROW } from "./heat-row.tsx";
import { describeTotals } from "../fleet-text.ts";
import { shownFigure, formatFigure, isLook, type ShownAs } from "./shown.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useFollow } from "./use-model-links.ts";

/** Number of rows rendered above and below the visible ones, and step in which they change. */
const BEYOND = 6;
const AT_A_TIME = 4;
const STEP = AT_A_TIME * ROW;
/** px; fixed, so that changing figures don't cause a layout of the whole table. */
const HEAD = 280;
const COLUMN = 104;
/** Height of what is above and below the grid on its page, px. */
const AROUND = 300;
const MIN_HEIGHT = 400;

interface HeatTableProps {
  readonly frame: GridFrame;
  readonly shown: ShownAs;
  readonly rows: readonly GridReplica[];
  /** Indices into the frame's models. */
  readonly columns: readonly number[];
  readonly arrangement: Arrangement;
  readonly most: number;
  readonly versions: readonly string[];
  readonly onSort: (sort: string) => void;
}

/** Replicas × models. Only visible rows and the focused one are rendered; arrow keys move through all of them. */
export function HeatTable(props: HeatTableProps) {
  const { frame, shown, rows, columns, arrangement, most, versions, onSort } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const follow = useFollow();
  // Scroll position in steps of rows: within a step nothing is rendered again.
  const [top, setTop] = useState(0);
  const room = Math.max(MIN_HEIGHT, window.innerHeight - AROUND);
  const height = Math.min(room, (rows.length + 2) * ROW);
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  const last = Math.min(rows.length, Math.ceil((top + STEP + height) / ROW) + BEYOND);
  const { active, onKeyDown } = useGridKeys({
    scroller,
    rows: rows.length,
    columns: columns.length,
    rowHeight: ROW,
  });
  const figure = shownFigure(shown);
  const summed = !isLook(shown);
  const drawn = rowsDrawn(first, last, active.row);
  return (
    <div
      ref={scroller}
      className="overflow-auto border-line border-t contain-content"
      style={{ maxHeight: room }}
      onScroll={(event: UIEvent<HTMLDivElement>) =>
        setTop(Math.floor(event.currentTarget.scrollTop / STEP) * STEP)
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
        <thead className="sticky top-0 z-20 text-left text-muted text-xs">
          <tr aria-rowindex={1}>
            <Head
              name="Replica"
              sort="name"
              {...{ arrangement, onSort }}
              className="sticky left-0 z-10"
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
          {drawn.map((row, at) => {
            const replica = rows[row];
            if (!replica) return null;
            return (
              <Fragment key={replica.key}>
                <Spacer rows={row - (drawn[at - 1] ?? -1) - 1} />
                <HeatRow
                  {...{ replica, row, shown, columns, most, versions }}
                  models={frame.models}
                  active={active.row === row ? active.column : null}
                />
              </Fragment>
            );
          })}
          <Spacer rows={rows.length - (drawn.at(-1) ?? -1) - 1} />
        </tbody>
        {summed && (
          <tfoot className="sticky bottom-0 z-20">
            <tr aria-rowindex={rows.length + 2} style={{ height: ROW }}>
              <th
                scope="row"
                className="sticky left-0 z-10 border-line border-t bg-surface px-3 text-left font-semibold"
              >
                {describeTotals(frame.replicas)}
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

/** Visible rows, and the focusable one, which scrolling must not remove. */
function rowsDrawn(first: number, last: number, active: number): number[] {
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  if (active < first) drawn.unshift(active);
  else if (active >= last) drawn.push(active);
  return drawn;
}

/** Takes the place of rows that aren't rendered. */
function Spacer({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true" style={{ height: rows * ROW }}>
      <td />
    </tr>
  );
}

function Total({ text }: { text: string }) {
  return (
    <td role="gridcell" className="border-line border-t bg-surface px-2 text-right font-semibold">
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
      className={cx("border-line border-b bg-surface px-2 py-1.5", className)}
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
