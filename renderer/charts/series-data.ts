import type { SeriesValue } from "../../main/contract/index.ts";

/** A figure over an interval that ends at `t`, ms since the epoch. */
export interface SeriesPoint extends SeriesValue {
  readonly t: number;
}

/** One line of a chart over the time of day. */
export interface SeriesLine {
  readonly key: string;
  readonly label: string;
  /** Its name where the chart's title isn't visible. Default: the label. */
  readonly name?: string;
  /** A CSS colour. */
  readonly color: string;
  readonly dashed?: boolean;
  /** Default: line. `stack`: areas on top of each other that add up, with points at the same instants. */
  readonly shape?: "line" | "area" | "stack";
  /** Times ascending. */
  readonly points: readonly SeriesPoint[];
  /** Its newest value. Default: that of the newest point with a value. */
  readonly newest?: number | null;
  /** A value with its unit. */
  readonly text: (value: number | null) => string;
  /** Unit of exported values. */
  readonly unit: string;
  /** What it is and where it comes from. */
  readonly hint?: string;
}

/** An event, drawn as a vertical mark. */
export interface Mark {
  /** ms since the epoch */
  readonly time: number;
  readonly text: string;
  /** A CSS colour. */
  readonly color: string;
}

/** A time range recorded elsewhere. */
export interface OriginSpan {
  readonly from: number;
  readonly to: number;
  /** E.g. "Prometheus production". */
  readonly origin: string;
}

/** Where a point was recorded; null: here. */
export function originAt(origins: readonly OriginSpan[], t: number): string | null {
  return origins.find(({ from, to }) => t > from && t <= to)?.origin ?? null;
}

/** All instants at which any line has a point, ascending. */
export function collectInstants(lines: readonly Pick<SeriesLine, "points">[]): number[] {
  const times = new Set(lines.flatMap(({ points }) => points.map(({ t }) => t)));
  return [...times].sort((a, b) => a - b);
}

/** The point at an instant; undefined where the line has none. */
export function pointAt(points: readonly SeriesPoint[], t: number): SeriesPoint | undefined {
  const nearest = nearestPoint(points, t);
  return nearest?.t === t ? nearest : undefined;
}

/** The point nearest to an instant; undefined where there are none. */
export function nearestPoint(points: readonly SeriesPoint[], t: number): SeriesPoint | undefined {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.t ?? 0) < t) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [points[low - 1], points[low]];
  if (!before || !after) return before ?? after;
  return t - before.t < after.t - t ? before : after;
}

/** Whether no line has a value. */
export function isBlank(lines: readonly Pick<SeriesLine, "points">[]): boolean {
  return lines.every(({ points }) =>
    points.every(({ value, most }) => value === null && most === null),
  );
}

/** A line's newest value; null if it has none. */
export function newestValue({ newest, points }: SeriesLine): number | null {
  return newest === undefined ? newestPointValue(points) : newest;
}

/** The newest value that is not null, or null. */
export function newestPointValue(points: readonly SeriesPoint[]): number | null {
  return points.findLast(({ value }) => value !== null)?.value ?? null;
}
