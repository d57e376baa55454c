import type { ModelSample } from "../../main/contract/index.ts";
import { formatCount } from "../format/numbers.ts";
import { chartColor, STAGE_COLORS } from "../figures/colors.ts";
import { figures } from "../figures/figures.ts";
import type { PlotSeries } from "./series.ts";

const requests = (value: number | null) => (value === null ? "–" : `${formatCount(value)} req`);

function area(
  key: string,
  label: string,
  color: string,
  value: (sample: ModelSample) => number | null,
): PlotSeries {
  return { key, label, unit: "requests", color, shape: "stack", value, text: requests };
}

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
export function depthSeries(samples: readonly ModelSample[]): PlotSeries[] {
  const depths = samples.flatMap((sample) => sample.depths);
  const levels = [...new Set(depths.map(({ level }) => level))].sort((a, b) => a - b);
  const ranked = levels.some((level) => level > 0);
  const queuedOf = (sample: ModelSample, level: number) => {
    const depth = sample.depths.find((each) => each.level === level);
    return ifKnown(sample, (depth?.queued ?? 0) - (depth?.delayed ?? 0));
  };
  const queued = ranked
    ? levels.map((level, index) =>
        area(`level ${level}`, `Priority ${level}`, levelColor(index, levels.length), (sample) =>
          queuedOf(sample, level),
        ),
      )
    : [area("queued", "Queued", STAGE_COLORS.queue, (sample) => queuedOf(sample, 0))];
  const delayed = depths.some((depth) => depth.delayed > 0)
    ? [
        area("delayed", "Delayed", chartColor(6), (sample) =>
          ifKnown(
            sample,
            sample.depths.reduce((sum, depth) => sum + depth.delayed, 0),
          ),
        ),
      ]
    : [];
  return [
    area(
      "executing",
      figures.executing.label,
      figures.executing.color,
      ({ executing }) => executing,
    ),
    area(
      "handedOver",
      figures.handedOver.label,
      figures.handedOver.color,
      ({ handedOver }) => handedOver,
    ),
    ...queued,
    ...delayed,
  ];
}
