import type { FigureId, SeriesInterval, SeriesValue } from "../../contract/index.ts";
import { combine } from "../delta/combine.ts";
import type { Delta } from "../delta/delta.ts";
import type { DeltaPart } from "../delta/delta-part.ts";
import { partsByModel, readValue } from "../delta/part-figures.ts";
import { readSeconds, unpackSome } from "./packing/pack.ts";
import type { Row } from "./recent.ts";
import { toSlots } from "./slots.ts";

/** A figure of a model, as in layouts. */
interface SeriesName {
  readonly figure: FigureId;
  readonly model: string;
}

interface Interval {
  /** Start and end, ms since the epoch. */
  readonly from: number;
  readonly t: number;
  /** One per name; null where not reported. */
  readonly parts: readonly (DeltaPart | null)[];
  /** Where it was recorded; left out: here. */
  readonly origin?: string | undefined;
}

/**
 * Figures of rows, oldest first, as at most `maxPoints` intervals. A span without readings begins with an empty
 * interval. Rows without any of the figures are left out.
 */
export function toSeries(
  rows: readonly Row[],
  names: readonly SeriesName[],
  maxPoints: number,
): SeriesInterval[] {
  const reported = reportedIn(rows, names);
  for (let most = maxPoints; ; most = Math.ceil(most * LESS)) {
    const drawn = toSlots(reported, most).map((slot) => mergedInterval(slot, names));
    const spaced = withGaps(drawn);
    if (spaced.length <= maxPoints || most <= 2) return spaced.slice(-maxPoints);
  }
}

/** The same figures of one interval that ends at `t`. */
export function newestInterval(
  delta: Pick<Delta, "seconds" | "parts">,
  names: readonly SeriesName[],
  t: number,
): SeriesInterval {
  const models = partsByModel(delta);
  const values = names.map(({ figure, model }) => {
    const part = models.get(model)?.get(figure);
    return part ? pointValue(part, figure) : NOTHING;
  });
  return { from: t - delta.seconds * 1000, t, values };
}

const NOTHING: SeriesValue = { value: null, least: null, most: null };

/** Each attempt to make room for gaps has this share of the points of the one before. */
const LESS = 0.9;

function reportedIn(rows: readonly Row[], names: readonly SeriesName[]): Interval[] {
  return rows.flatMap(({ t, layout, bytes, origin }) => {
    const places = names.map(({ figure, model }) => layout.findColumn(figure, model));
    const there = [...new Set(places.filter((place) => place >= 0))].sort((a, b) => a - b);
    if (there.length === 0) return [];
    const parts = unpackSome(layout, bytes, there);
    const from = t - readSeconds(bytes) * 1000;
    return [{ from, t, origin, parts: places.map((place) => parts.get(place) ?? null) }];
  });
}

function mergedInterval(slot: readonly Interval[], names: readonly SeriesName[]): SeriesInterval {
  const t = slot.at(-1)?.t ?? 0;
  const values = names.map(({ figure }, index) => {
    const parts = slot.flatMap((interval) => interval.parts[index] ?? []);
    return parts.length === 0 ? NOTHING : pointValue(combine(parts, "time"), figure);
  });
  const origin = slot.find((each) => each.origin !== undefined)?.origin;
  return { from: slot[0]?.from ?? t, t, values, ...(origin !== undefined && { origin }) };
}

function pointValue(part: DeltaPart, figure: FigureId): SeriesValue {
  const value = readValue(part, figure);
  const [least, most] = part.ranges?.[figure] ?? [value, value];
  const by = readBreakdown(part);
  return { value, least, most, ...(by && { by }) };
}

function readBreakdown(part: DeltaPart): [number, number][] | undefined {
  if (part.form === "rate") return part.by?.map(([key, growth]) => [key, growth]);
  if (part.form !== "gauge") return undefined;
  return part.by?.map(([key, sum]) => [key, sum / part.readings]);
}

/** Three times the usual distance between points. */
const GAP = 3;

/** Rows from memory and disk differ in length: an interval is not a gap, however long. */
function withGaps(drawn: readonly SeriesInterval[]): SeriesInterval[] {
  const steps = drawn.slice(1).map(({ t }, index) => t - (drawn[index]?.t ?? t));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return drawn.flatMap((each, index) => {
    const before = drawn[index - 1];
    if (!before || Math.min(each.from, each.t) - before.t <= (GAP - 1) * usual) return [each];
    const values = each.values.map(() => NOTHING);
    return [{ from: before.t, t: before.t + usual, values }, each];
  });
}
