import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

interface GridKeys {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: number;
  /** Without the first column, which is the row's head. */
  readonly columns: number;
  readonly rowHeight: number;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** One cell of a grid is focusable; arrow keys, Home, End and the page keys move the focus, also to rows that aren't visible. */
export function useGridKeys({ scroller, rows, columns, rowHeight }: GridKeys) {
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const moved = useRef(false);
  const active: Place = {
    row: Math.min(place.row, Math.max(0, rows - 1)),
    column: Math.min(place.column, columns),
  };
  const { row, column } = active;
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const box = scroller.current;
    if (!box) return;
    const [above, below] = [rowHeight, rowHeight * 2];
    const top = row * rowHeight;
    if (top < box.scrollTop) box.scrollTo({ top });
    else if (top + above + below > box.scrollTop + box.clientHeight)
      box.scrollTo({ top: top + above + below - box.clientHeight });
    const focus = () => {
      const cell = box.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
      cell?.focus();
      return cell !== null;
    };
    // A row that has just become visible is rendered in the next frame.
    if (!focus()) requestAnimationFrame(focus);
    // Depends on the object itself: the same position may be focused again after the focus was elsewhere.
  }, [place, row, column, rowHeight, scroller]);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = { row: Number(from.dataset["row"]), column: Number(from.dataset["column"]) };
    const next = target(event.key, at, rows, columns);
    if (!next) return;
    event.preventDefault();
    moved.current = next.row !== at.row || next.column !== at.column;
    setPlace(next);
  };
  return { active, onKeyDown };
}

const PAGE = 10;

function target(key: string, { row, column }: Place, rows: number, columns: number): Place | null {
  const clamp = (value: number) => Math.max(0, Math.min(rows - 1, value));
  switch (key) {
    case "ArrowDown":
      return { row: clamp(row + 1), column };
    case "ArrowUp":
      return { row: clamp(row - 1), column };
    case "ArrowRight":
      return { row, column: Math.min(columns, column + 1) };
    case "ArrowLeft":
      return { row, column: Math.max(0, column - 1) };
    case "PageDown":
      return { row: clamp(row + PAGE), column };
    case "PageUp":
      return { row: clamp(row - PAGE), column };
    case "Home":
      return { row, column: 0 };
    case "End":
      return { row, column: columns };
    default:
      return null;
  }
}
