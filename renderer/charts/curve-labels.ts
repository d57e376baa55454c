import type { CurveSeries } from "./lab-curve-data.ts";
import type { Area } from "./scale.ts";

export interface CurveLabel {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly isKnee: boolean;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const LETTER = 6;
const LINE = 12;
const POINT = 5;
/** Possible positions of a label relative to its point, px; the first free one is used. */
const places = [
  { dx: 0, dy: -10, anchor: "middle" },
  { dx: 10, dy: 4, anchor: "start" },
  { dx: -10, dy: 4, anchor: "end" },
  { dx: 0, dy: 19, anchor: "middle" },
  { dx: 8, dy: -10, anchor: "start" },
  { dx: -8, dy: -10, anchor: "end" },
  { dx: 8, dy: 18, anchor: "start" },
  { dx: -8, dy: 18, anchor: "end" },
  { dx: 0, dy: -24, anchor: "middle" },
  { dx: 0, dy: 33, anchor: "middle" },
] as const;

/**
 * A label with the load next to each point, knees first, without covering points or other labels. A label without room
 * is left out: the point's tooltip and the table still have it.
 */
export function curveLabels(area: Area, series: readonly CurveSeries[]): CurveLabel[] {
  const points = series.flatMap((each) =>
    each.points.map((point, index) => ({
      key: `${each.key} ${index}`,
      text: index === each.knee ? `${point.label} (knee)` : point.label,
      x: area.x(point.x),
      y: area.y(point.y),
      isKnee: index === each.knee,
    })),
  );
  const taken: Box[] = points.map(({ x, y }) => around(x, y));
  const labels: CurveLabel[] = [];
  for (const point of points.toSorted((a, b) => Number(b.isKnee) - Number(a.isKnee))) {
    const own = around(point.x, point.y);
    for (const { dx, dy, anchor } of places) {
      const label = { ...point, x: point.x + dx, y: point.y + dy, anchor };
      const box = measureLabel(label);
      const isFree = taken.every((each) => sameBox(each, own) || !overlap(each, box));
      if (!isFree || !isWithin(area, box)) continue;
      taken.push(box);
      labels.push(label);
      break;
    }
  }
  return labels;
}

const around = (x: number, y: number): Box => ({
  left: x - POINT,
  right: x + POINT,
  top: y - POINT,
  bottom: y + POINT,
});

function measureLabel({
  x,
  y,
  text,
  anchor,
}: Pick<CurveLabel, "x" | "y" | "text" | "anchor">): Box {
  const width = text.length * LETTER;
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - LINE + 2, bottom: y + 3 };
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const sameBox = (a: Box, b: Box) => a.left === b.left && a.top === b.top;
const isWithin = ({ width, height }: Area, { left, right, top, bottom }: Box) =>
  left >= -4 && right <= width + 4 && top >= -14 && bottom <= height;
