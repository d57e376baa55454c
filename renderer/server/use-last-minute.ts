import type { FigureId, ObservedFigure, ObservedFrame } from "../../main/contract/index.ts";
import { count } from "../format/words.ts";
import { useSeries } from "./use-series.ts";

const MINUTE = 60_000;
/** How often the last minute is asked for anew. */
const STEP = 5000;
/** More than these would be asked for too often: the last interval does. */
const MOST = 80;

/** Readings of a moment: as of the last answer. */
const INSTANT: ReadonlySet<FigureId> = new Set([
  "waiting",
  "running",
  "kvCacheUse",
  "workers",
  "cpuUse",
  "memoryUsed",
  "gpuUse",
  "gpuMemoryUsed",
]);

export interface LastMinute {
  /** With the last minute's rates, times and shares in place of those of the last interval. */
  readonly frame: ObservedFrame;
  /** What they cover: "the last minute, about 312 requests". */
  readonly words: string;
}

/** What a few polls tell jumps; a minute of them does not. Of these models, and of no figures but these. */
export function useLastMinute(
  frame: ObservedFrame,
  figures: readonly FigureId[],
  models: readonly string[],
): LastMinute {
  const covered = frame.figures.filter(
    ({ figure, model, provenance }) =>
      provenance !== "unavailable" &&
      !INSTANT.has(figure) &&
      (figures.includes(figure) || figure === "requestsPerSecond") &&
      models.includes(model),
  );
  const asked = covered.length <= MOST ? covered : [];
  const end = Math.ceil(frame.t / STEP) * STEP;
  const answers = useSeries(
    frame.serverId,
    asked.map(({ figure, model }) => ({ kind: "figure", figure, model })),
    [end - MINUTE, end],
    1,
  );
  const told = new Map<ObservedFigure, number | null>();
  asked.forEach((figure, at) => {
    const point = answers[at]?.points.at(-1);
    if (point) told.set(figure, point.value);
  });
  return {
    frame: {
      ...frame,
      figures: frame.figures.map((each) => {
        const value = told.get(each);
        return value === undefined ? each : { ...each, value };
      }),
    },
    words: wordsOf(frame, told),
  };
}

function wordsOf({ seconds }: ObservedFrame, told: ReadonlyMap<ObservedFigure, number | null>) {
  if (told.size === 0) return seconds > 0 ? `the last ${count(Math.round(seconds), "second")}` : "";
  const rates = [...told].filter(([{ figure }]) => figure === "requestsPerSecond");
  const own = rates.filter(([{ model }]) => model !== "");
  const perSecond = (own.length > 0 ? own : rates).reduce(
    (sum, [, value]) => sum + (value ?? 0),
    0,
  );
  if (rates.length === 0) return "the last minute";
  const requests = Math.round((perSecond * MINUTE) / 1000);
  return `the last minute, ${requests === 0 ? "no requests" : `about ${count(requests, "request")}`}`;
}
