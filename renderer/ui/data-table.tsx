import type { ReactNode } from "react";
import { cx } from "./classes.ts";

export interface DataColumn {
  readonly key: string;
  readonly head: ReactNode;
  /** Right-aligned. */
  readonly numeric?: boolean;
}

interface DataTableProps {
  /** Content of the table, for assistive technology. */
  readonly caption: string;
  readonly columns: readonly DataColumn[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[];
  /** Maximum height, px; longer tables scroll. */
  readonly maxHeight?: number;
  /** Columns of the same width, so that those of tables below each other align. */
  readonly hasEvenColumns?: boolean;
}

/** A plain table: the first cell of a row is its head. */
export function DataTable({
  caption,
  columns,
  rows,
  maxHeight,
  hasEvenColumns = false,
}: DataTableProps) {
  return (
    <div
      role="group"
      aria-label={caption}
      // Focusable, since it scrolls in a narrow window.
      tabIndex={0}
      className="overflow-auto rounded-lg"
      style={maxHeight === undefined ? undefined : { height: maxHeight }}
    >
      <table className={cx("w-full border-collapse", hasEvenColumns && "table-fixed break-words")}>
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-muted text-xs">
          <tr className="border-line border-b">
            {columns.map(({ key, head, numeric }) => (
              <th
                key={key}
                scope="col"
                className={cx(
                  "whitespace-nowrap px-3 py-1.5 font-medium",
                  numeric ? "text-right" : "text-left",
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-line border-b last:border-b-0">
              {cells.map((cell, index) => {
                const column = columns[index];
                const className = cx(
                  "px-3 py-1.5 font-normal",
                  column?.numeric ? "whitespace-nowrap text-right" : "text-left",
                );
                return index === 0 ? (
                  <th key={column?.key} scope="row" className={className}>
                    {cell}
                  </th>
                ) : (
                  <td key={column?.key} className={className}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
