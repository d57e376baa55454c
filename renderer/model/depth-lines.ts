import { FIGURES, type FigureId } from "../../main/contract/index.ts";
import type { SeriesLine, SeriesPoint } from "../charts/series-data.ts";
import { chartColor, FIGURE_COLORS, STAGE_COLORS } from "../figures/colors.ts";
import { unitFormats } from "../figures/units.ts";

/** The figures of the chart. */
export const DEPTH_FIGURES = ["running", "handedOver", "waiting", "delayed"] as const;

type Depths = Readonly<Record<(typeof DEPTH_FIGURES)[number], readonly SeriesPoint[]>>;

/** Shades from the highest to the lowest priority. */
function levelColor(index: number, count: number): string {
  const share = count > 1 ? Math.round((index / (count - 1)) * 100) : 0;
  return `color-mix(in oklab, ${chartColor(5)} ${100 - share}%, ${chartColor(2)})`;
}

/**
 * Where a model's requests are, as stacked areas from the instance outwards: executing, handed over, queued by priority
 * level (highest first), and delayed past their timeout. `depths`: all with the same instants.
 */
export function depthLines(depths: Depths): SeriesLine[] {
  const { running, handedOver, waiting, delayed } = depths;
  const levels = [...new Set(waiting.flatMap(({ by = [] }) => by.map(([level]) => level)))];
  levels.sort((a, b) => a - b);
  const queuedAt = (level: number) =>
    derived(waiting, ({ by = [] }) => by.find(([each]) => each === level)?.[1] ?? 0);
  const rest = derived(waiting, ({ value }, index) =>
    Math.max(0, (value ?? 0) - (handedOver[index]?.value ?? 0) - (delayed[index]?.value ?? 0)),
  );
  return [
    figureArea("running", running),
    figureArea("handedOver", handedOver),
    ...(levels.length > 0
      ? levels.map((level, index) => {
          const color = levelColor(index, levels.length);
          return area(
            { key: `level ${level}`, label: `Priority ${level}`, color },
            queuedAt(level),
          );
        })
      : [area({ key: "queued", label: "Queued", color: STAGE_COLORS.queue }, rest)]),
    ...(delayed.some(({ value }) => (value ?? 0) > 0) ? [figureArea("delayed", delayed)] : []),
  ];
}

function figureArea(figure: FigureId, points: readonly SeriesPoint[]): SeriesLine {
  return area({ key: figure, label: FIGURES[figure].label, color: FIGURE_COLORS[figure] }, points);
}

function area(
  look: Pick<SeriesLine, "key" | "label" | "color">,
  points: readonly SeriesPoint[],
): SeriesLine {
  const { text } = unitFormats.requests;
  const newest = points.at(-1)?.value ?? null;
  return { ...look, unit: "requests", shape: "stack", points, newest, text };
}

/** Derives points from others; empty if all are unknown, so that nothing is drawn. */
function derived(
  points: readonly SeriesPoint[],
  read: (point: SeriesPoint, index: number) => number,
): SeriesPoint[] {
  return points.map((point, index) => ({
    t: point.t,
    value: point.value === null ? null : read(point, index),
    least: null,
    most: null,
  }));
}

export const ABOUT_DEPTHS = `Where the requests of this model were at each poll, on top of each other; the mean where several polls are one point.
Running: in a batch that an instance runs.
Handed over: in a batch that waits for an instance which still runs another.
Queued: in the scheduler, by priority level where the model has levels; 1 goes first.
Delayed: their timeout passed under the action DELAY, so they wait behind all others.
Exact: from the engine's telemetry.`;
