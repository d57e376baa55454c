import type { Scale } from "./scale.ts";

/** Room around a plot for its axes, px. */
export interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The plot proper, px, its origin the upper left corner. */
export interface Area {
  readonly width: number;
  readonly height: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export function areaOf(width: number, height: number, x: Scale, y: Scale): Area {
  return {
    width,
    height,
    x: (value) => x.share(value) * width,
    y: (value) => (1 - y.share(value)) * height,
  };
}

/** A line through points, broken where a value is missing, as the data of an SVG path. */
export function linePath(
  area: Area,
  points: readonly (readonly [x: number, y: number | null])[],
): string {
  let pen = "M";
  let path = "";
  for (const [x, y] of points) {
    if (y === null || !Number.isFinite(area.y(y))) {
      pen = "M";
      continue;
    }
    path += `${pen}${area.x(x).toFixed(2)} ${area.y(y).toFixed(2)}`;
    pen = "L";
  }
  return path;
}
