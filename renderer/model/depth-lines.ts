import type { ModelSample } from "../../main/contract/index.ts";
import { formatCount } from "../format/numbers.ts";
import { chartColor, STAGE_COLORS } from "../figures/colors.ts";
import { figures } from "../figures/figures.ts";
import type { SeriesLine } from "../charts/series-data.ts";
import { pointsOf } from "./sample-lines.ts";

const requests = (value: number | null) => (value === null ? "–" : `${formatCount(value)} req`);

/** Null where not reported by this server, so that nothing is drawn. */
const ifKnown = (sample: ModelSample, value: number) => (sample.queueDepth === null ? null : value);

/** From the colour of the highest priority to that of the lowest. */
function levelColor(index: number, count: number): string {
  const share = count > 1 ? Math.round((index / (count - 1)) * 100) : 0;
  return `color-mix(in oklab, ${chartColor(5)} ${100 - share}%, ${chartColor(2)})`;
}

/**
 * Where the requests of a model are, as areas that add up, from the instance outwards: executing, handed over,
 * then queued by priority level with the highest first, and last those that were delayed past their timeout.
 */
export function depthLines(samples: readonly ModelSample[]): SeriesLine[] {
  const last = samples.at(-1);
  const depths = samples.flatMap((sample) => sample.depths);
  const levels = [...new Set(depths.map(({ level }) => level))].sort((a, b) => a - b);
  const ranked = levels.some((level) => level > 0);
  const area = (
    key: string,
    label: string,
    color: string,
    read: (sample: ModelSample) => number | null,
  ): SeriesLine => ({
    key,
    label,
    unit: "requests",
    color,
    shape: "stack",
    points: pointsOf(samples, read),
    newest: last ? read(last) : null,
    text: requests,
  });
  const queuedAt = (level: number) => (sample: ModelSample) => {
    const depth = sample.depths.find((each) => each.level === level);
    return ifKnown(sample, (depth?.queued ?? 0) - (depth?.delayed ?? 0));
  };
  const delayed = (sample: ModelSample) =>
    ifKnown(
      sample,
      sample.depths.reduce((sum, depth) => sum + depth.delayed, 0),
    );
  const { executing, handedOver } = figures;
  return [
    area("executing", executing.label, executing.color, (sample) => sample.executing),
    area("handedOver", handedOver.label, handedOver.color, (sample) => sample.handedOver),
    ...(ranked
      ? levels.map((level, index) => {
          const color = levelColor(index, levels.length);
          return area(`level ${level}`, `Priority ${level}`, color, queuedAt(level));
        })
      : [area("queued", "Queued", STAGE_COLORS.queue, queuedAt(0))]),
    ...(depths.some((depth) => depth.delayed > 0)
      ? [area("delayed", "Delayed", chartColor(6), delayed)]
      : []),
  ];
}

export const ABOUT_DEPTHS = `Where the requests of this model were at each poll, on top of each other.
Running: in a batch that an instance runs.
Handed over: in a batch that waits for an instance which still runs another.
Queued: in the scheduler, by priority level where the model has levels; 1 goes first.
Delayed: their timeout passed under the action DELAY, so they wait behind all others.
Exact: from the engine's telemetry.`;
