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

export function areaFor(size: Pick<Area, "width" | "height">, x: Scale, y: Scale): Area {
  return {
    ...size,
    x: (value) => x.share(value) * size.width,
    y: (value) => (1 - y.share(value)) * size.height,
  };
}
