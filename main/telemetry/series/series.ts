import type { FigureId, SeriesPoint } from "../../contract/index.ts";
import { combine } from "../delta/combine.ts";
import type { DeltaPart } from "../delta/delta.ts";
import { valueOf } from "../delta/figures.ts";
import { secondsOf, unpackOne } from "./packing/pack.ts";
import type { Row } from "./recent.ts";
import { slotsOf } from "./slots.ts";

interface Interval {
  /** When its interval begins and ends, ms since the epoch. */
  readonly from: number;
  readonly t: number;
  readonly part: DeltaPart;
}

interface Drawn extends SeriesPoint {
  readonly from: number;
}

/** One figure of rows, oldest first, as at most `maxPoints` points. A span without readings begins with a point of none. */
export function seriesOf(
  rows: readonly Row[],
  figure: FigureId,
  model: string,
  maxPoints: number,
): SeriesPoint[] {
  const reported = reportedIn(rows, figure, model);
  for (let most = maxPoints; ; most = Math.ceil(most * LESS)) {
    const points = slotsOf(reported, most).map((slot) => pointOf(slot, figure));
    const spaced = withGaps(points);
    if (spaced.length <= maxPoints || most <= 2) return spaced.slice(-maxPoints);
  }
}

/** With each try to make room for gaps there are so many points less. */
const LESS = 0.9;

function reportedIn(rows: readonly Row[], figure: FigureId, model: string): Interval[] {
  return rows.flatMap(({ t, layout, bytes }) => {
    const place = layout.placeOf(figure, model);
    const part = place < 0 ? null : unpackOne(layout, bytes, place);
    return part ? [{ from: t - secondsOf(bytes) * 1000, t, part }] : [];
  });
}

function pointOf(slot: readonly Interval[], figure: FigureId): Drawn {
  const t = slot.at(-1)?.t ?? 0;
  const from = slot[0]?.from ?? t;
  const whole = combine(
    slot.map(({ part }) => part),
    "time",
  );
  const value = valueOf(whole, figure);
  const [least, most] = whole.ranges?.[figure] ?? [value, value];
  return { from, t, value, least, most };
}

/** Three times as long as from point to point as a rule. */
const GAP = 3;

/** Rows differ in length where some come from memory and some from disk: an interval is no gap, however long. */
function withGaps(points: readonly Drawn[]): SeriesPoint[] {
  const steps = points.slice(1).map(({ t }, index) => t - (points[index]?.t ?? t));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return points.flatMap(({ from, ...point }, index) => {
    const before = points[index - 1];
    if (!before || Math.min(from, point.t) - before.t <= (GAP - 1) * usual) return [point];
    return [{ t: before.t + usual, value: null, least: null, most: null }, point];
  });
}
