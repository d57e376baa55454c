import { expect, test } from "vitest";
import { DISPATCH_REASONS } from "../../main/contract/index.ts";
import { drawTimeline, type Palette } from "./draw-timeline.ts";
import { LANE_HEAD } from "./timeline-geometry.ts";

const palette: Palette = {
  reasons: Object.fromEntries(
    DISPATCH_REASONS.map((reason) => [reason, { bar: "red", glyph: "white" }]),
  ) as Palette["reasons"],
  ink: "black",
  line: "gray",
  surface: "white",
  bad: "red",
};

test("the hatching of a gap leaves each lane's name clear", () => {
  const rects: number[][] = [];
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => (name === "rect" ? (...rect: number[]) => rects.push(rect) : () => {}),
    set: () => true,
  });
  const lanes = ["a", "b"].map((key) => ({ key, label: key, on: "cpu" }));
  const geometry = { width: 1000, span: [0, 100], lanes, laneHeight: 116, largest: 8 } as const;
  drawTimeline(context, geometry, palette, { batches: [], gaps: [[0, 50]], focused: null });
  expect(rects).toEqual([
    [0, LANE_HEAD, 500, 96],
    [0, 116 + LANE_HEAD, 500, 96],
  ]);
});
