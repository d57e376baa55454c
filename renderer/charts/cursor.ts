import type { ReactNode } from "react";
import type { Area } from "./scale.ts";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End";

export interface Target {
  /** Its position, px; without y the cursor is a line. */
  readonly x: number;
  readonly y?: number;
  /** For assistive technology. */
  readonly words: string;
  readonly tip: ReactNode;
}

/** The items of a plot, numbered from 0, that pointer and arrow keys select. */
export interface Cursor {
  readonly count: number;
  readonly pick: (area: Area, x: number, y: number) => number | null;
  readonly step: (index: number | null, arrow: Arrow) => number;
  readonly target: (area: Area, index: number) => Target;
  /** The item nearest to a value of the x axis, for a crosshair that charts share. */
  readonly at?: (value: number) => number | null;
}

/** Forward and back through items. */
export function stepAlong(count: number, index: number | null, arrow: Arrow): number {
  const last = count - 1;
  if (arrow === "Home") return 0;
  if (arrow === "End") return last;
  const forward = arrow === "ArrowRight" || arrow === "ArrowUp";
  if (index === null) return forward ? 0 : last;
  return Math.min(Math.max(index + (forward ? 1 : -1), 0), last);
}

/** Items along the x axis, each at the value that `place` gives, ascending. */
export function cursorAlong<T>(
  items: readonly T[],
  place: (item: T) => number,
  target: (item: T) => Pick<Target, "words" | "tip">,
): Cursor {
  return {
    count: items.length,
    pick: (area, x) => nearest(items, (item) => Math.abs(area.x(place(item)) - x)),
    step: (index, arrow) => stepAlong(items.length, index, arrow),
    target: (area, index) => {
      const item = items[index];
      return item === undefined ? NOWHERE : { x: area.x(place(item)), ...target(item) };
    },
    at: (value) => nearest(items, (item) => Math.abs(place(item) - value)),
  };
}

/** Points of a scatter plot: the pointer picks the nearest one; `bonus` px make a point count as nearer. */
export function cursorAmong<T extends { readonly x: number; readonly y: number }>(
  points: readonly T[],
  target: (point: T) => Pick<Target, "words" | "tip">,
  bonus: (point: T) => number = () => 0,
): Cursor {
  return {
    count: points.length,
    pick: (area, x, y) =>
      nearest(points, (each) => Math.hypot(area.x(each.x) - x, area.y(each.y) - y) - bonus(each)),
    step: (index, arrow) => stepAlong(points.length, index, arrow),
    target: (area, index) => {
      const point = points[index];
      if (point === undefined) return NOWHERE;
      return { x: area.x(point.x), y: area.y(point.y), ...target(point) };
    },
  };
}

/** What a cursor past the last item points at. */
export const NOWHERE: Target = { x: 0, words: "none", tip: null };

/** The item of the least distance; null where there are none. */
export function nearest<T>(items: readonly T[], distance: (item: T) => number): number | null {
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  items.forEach((item, index) => {
    const here = distance(item);
    if (here < least) [best, least] = [index, here];
  });
  return best;
}
