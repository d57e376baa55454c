import type { Span } from "../charts/samples.ts";
import { laneName, type PlacedBatch } from "./batch-log.ts";
import type { Lane } from "./lanes.ts";

/** Positions on the timeline, px. Lanes are below each other, each with its name above its bars. */
export interface Geometry {
  readonly width: number;
  readonly span: Span;
  readonly lanes: readonly Lane[];
  readonly laneHeight: number;
  /** The batch size of a bar with full height. */
  readonly largest: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const LANE_HEAD = 16;
const FLOOR = 0.16;

export function laneHeightFor(lanes: number): number {
  if (lanes <= 1) return 180;
  if (lanes === 2) return 116;
  return lanes <= 4 ? 72 : 44;
}

export function timeToX({ width, span: [from, to] }: Geometry, time: number): number {
  return ((time - from) / (to - from)) * width;
}

export function xToTime({ width, span: [from, to] }: Geometry, x: number): number {
  return from + (Math.min(Math.max(x, 0), width) / width) * (to - from);
}

/** A bar with the width of its compute time and the height of its size; with a visible minimum. */
export function boxFor(geometry: Geometry, batch: PlacedBatch): Box {
  const { lanes, laneHeight, largest } = geometry;
  const key = laneName(batch);
  const lane = Math.max(
    0,
    lanes.findIndex((each) => each.key === key),
  );
  const room = laneHeight - LANE_HEAD - 4;
  const height = room * Math.min(1, FLOOR + (1 - FLOOR) * (batch.items / largest));
  const x = timeToX(geometry, batch.start);
  const floor = (lane + 1) * laneHeight - 4;
  return {
    x,
    y: floor - height,
    width: Math.max(1.5, timeToX(geometry, batch.end) - x),
    height,
  };
}

const REACH_PX = 4;

/** The batch under a point, or the nearest in its lane within a few px. */
export function batchAt(
  geometry: Geometry,
  batches: readonly PlacedBatch[],
  x: number,
  y: number,
): PlacedBatch | null {
  const lane = geometry.lanes[Math.floor(y / geometry.laneHeight)];
  let best: PlacedBatch | null = null;
  let nearest = REACH_PX;
  for (const batch of batches) {
    if (lane?.key !== laneName(batch)) continue;
    const box = boxFor(geometry, batch);
    const away = Math.max(box.x - x, x - box.x - box.width, 0);
    if (away > nearest || (away === nearest && best)) continue;
    nearest = away;
    best = batch;
  }
  return best;
}

/** The previous or next batch in its lane, or the nearest in time in the lane above or below. */
export function neighbour(
  geometry: Geometry,
  batches: readonly PlacedBatch[],
  from: PlacedBatch | null,
  key: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End",
): PlacedBatch | null {
  const { lanes } = geometry;
  const index = from ? lanes.findIndex((each) => each.key === laneName(from)) : 0;
  const inLane = (lane: number) => {
    const found = lanes[Math.min(Math.max(lane, 0), lanes.length - 1)];
    return batches.filter((each) => laneName(each) === found?.key);
  };
  const own = from ? inLane(index) : [...batches];
  if (!from || key === "End") return own.at(-1) ?? null;
  const at = own.findIndex(({ id }) => id === from.id);
  switch (key) {
    case "Home":
      return own[0] ?? null;
    case "ArrowLeft":
      return own[Math.max(0, at - 1)] ?? from;
    case "ArrowRight":
      return own[Math.min(own.length - 1, at + 1)] ?? from;
    default: {
      const other = inLane(index + (key === "ArrowUp" ? -1 : 1));
      const away = (each: PlacedBatch) => Math.abs(each.start - from.start);
      return other.length === 0 ? from : other.reduce((a, b) => (away(b) < away(a) ? b : a));
    }
  }
}
