import type { Random } from "../../main/wire/index.ts";
import { logValue, meets, type Outcome, type TuningGoal } from "../../main/tuning/search/goal.ts";
import type { Point, Settings } from "../../main/tuning/search/settings.ts";

interface Options {
  readonly goal: TuningGoal;
  readonly points: readonly Point[];
  readonly trials: number;
  readonly measure: (point: Point) => Outcome;
  readonly random: Random;
}

interface Result {
  readonly point: Point | null;
  readonly used: number;
}

type Trial = { readonly point: Point; readonly score: number };

/** Above 0: by the goal, within all limits; below 0: the closer to the limits the better. */
function score(goal: TuningGoal, { settings }: Point, outcome: Outcome): number {
  if (meets(goal, outcome)) return 1e6 + logValue(goal, settings.instances, outcome);
  return Math.log(outcome.throughput) - Math.log(outcome.p99Ms);
}

/** Measures random points and returns the best one. */
export function randomSearch({ goal, points, trials, measure, random }: Options): Result {
  let best: Trial | null = null;
  for (let i = 0; i < trials; i++) {
    const point = points[Math.floor(random() * points.length)] as Point;
    const each = { point, score: score(goal, point, measure(point)) };
    if (!best || each.score > best.score) best = each;
  }
  return { point: best?.point ?? null, used: trials };
}

/**
 * Hill climbing, essentially like Model Analyzer's quick search: batch size and instances up or down by one step at a time,
 * two requests in flight per batch slot, starting from the smallest.
 */
export function climb({ goal, points, trials, measure }: Options): Result {
  const unique = (read: (settings: Settings) => number) =>
    [...new Set(points.map(({ settings }) => read(settings)))].toSorted((a, b) => a - b);
  const sizes = unique((settings) => settings.maxBatchSize);
  const counts = unique((settings) => settings.instances);
  const loads = [...new Set(points.map(({ clients }) => clients))];
  const pointAt = (i: number, j: number): Point | null => {
    const [maxBatchSize, instances] = [sizes[i], counts[j]];
    if (maxBatchSize === undefined || instances === undefined) return null;
    const wanted = 2 * maxBatchSize * instances;
    const clients = loads.includes(null)
      ? null
      : (loads.filter((each) => each !== null && each <= wanted).at(-1) ?? loads[0] ?? null);
    return { settings: { maxBatchSize, delayUs: 0, instances }, clients };
  };
  const seen = new Map<string, number>();
  let best: Trial | null = null;
  let used = 0;
  const look = (i: number, j: number): number => {
    const point = pointAt(i, j);
    if (!point) return -Infinity;
    const key = `${i} ${j}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    if (used >= trials) return -Infinity;
    used += 1;
    const found = score(goal, point, measure(point));
    seen.set(key, found);
    if (!best || found > best.score) best = { point, score: found };
    return found;
  };
  let [i, j] = [0, 0];
  for (let here = look(i, j); used < trials; ) {
    const steps = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const;
    const next = steps
      .map(([di, dj]) => ({ i: i + di, j: j + dj, score: look(i + di, j + dj) }))
      .reduce((a, b) => (b.score > a.score ? b : a));
    if (next.score <= here) break;
    ({ i, j, score: here } = next);
  }
  return { point: (best as Trial | null)?.point ?? null, used };
}
