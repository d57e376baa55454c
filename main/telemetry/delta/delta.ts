import type { LatencyCounts } from "../../../base/latency-histogram.ts";
import type { FigureId, ObservedModel } from "../../contract/index.ts";
import type { Breakdown, Observation, RawFigure } from "../../servers/index.ts";
import { computeGrowth } from "./growth.ts";
import { isMetric } from "./metric-name.ts";

interface FigureSource {
  /** "": the server as a whole. */
  readonly model: string;
  readonly source: string;
  /** Minimum and maximum of a figure within the span, if it consists of several intervals. */
  readonly ranges?: Ranges;
}

export type Ranges = Readonly<Partial<Record<FigureId, readonly [least: number, most: number]>>>;

/** What a figure is computed from, in its unit; parts of several servers or intervals can be combined. */
export type DeltaPart =
  /** `readings` 0: unknown. The figure is sum / readings, and so is each part of `by`. */
  | (FigureSource & {
      readonly form: "gauge";
      readonly figure: FigureId;
      readonly sum: number;
      readonly readings: number;
      readonly across: "sum" | "most" | "none";
      readonly by?: Breakdown;
    })
  /** `seconds` 0: unknown. `by`: of the growth. */
  | (FigureSource & {
      readonly form: "rate";
      readonly figure: FigureId;
      readonly growth: number;
      readonly seconds: number;
      readonly by?: Breakdown;
    })
  /** `whole` 0: nothing to divide by, or unknown; `part` counts as soon as intervals are joined. */
  | (FigureSource & {
      readonly form: "ratio";
      readonly figure: FigureId;
      readonly part: number;
      readonly whole: number;
    })
  /** `counts`: of each bucket alone; `bounds` ascend to Infinity. `count` 0: nothing happened, or unknown. */
  | (FigureSource & {
      readonly form: "histogram";
      readonly mean: FigureId | null;
      readonly quantiles: Readonly<Partial<Record<FigureId, number>>>;
      readonly bounds: readonly number[];
      readonly counts: readonly number[];
      readonly sum: number;
      readonly count: number;
    })
  /** In the engine's own buckets, µs; the figures are ms. Empty: nothing happened, or unknown. */
  | (FigureSource & {
      readonly form: "latency";
      readonly quantiles: Readonly<Partial<Record<FigureId, number>>>;
      readonly latency: LatencyCounts;
    })
  | (FigureSource & {
      readonly form: "unavailable";
      readonly figure: FigureId;
      readonly hint: string;
    });

export type HistogramPart = Extract<DeltaPart, { form: "histogram" }>;
export type LatencyPart = Extract<DeltaPart, { form: "latency" }>;

/** What happened between two polls of one server, or of several combined. */
export interface Delta {
  /** 0: the first poll, or the first after a restart; only its gauges are known. */
  readonly seconds: number;
  /** Whether the server restarted, or another replaced it, since the last poll. */
  readonly restarted: boolean;
  readonly models: readonly ObservedModel[];
  readonly parts: readonly DeltaPart[];
}

/** `before`: null for the first poll. `seconds`: between the two. `silent`: a poll in between failed. */
export function computeDelta(
  before: Observation | null,
  now: Observation,
  seconds: number,
  silent = false,
): Delta {
  const earlier = earlierFigures(before, now.figures);
  const courses = findTrends(earlier, now.figures);
  const restarted = before !== null && hasRestarted(before, now, courses, silent);
  const known = before !== null && !restarted && seconds > 0;
  const parts = now.figures.map((figure, index) => {
    const from = known && !courses.fell.has(figure.model) ? earlier[index] : undefined;
    return computeGrowth(from, figure, seconds);
  });
  return { seconds: known ? seconds : 0, restarted, models: now.models, parts };
}

/** The previous value of each current figure. Servers usually report them in the same order. */
function earlierFigures(
  before: Observation | null,
  now: readonly RawFigure[],
): (RawFigure | undefined)[] {
  let byName: Map<string, RawFigure> | null = null;
  return now.map((figure, index) => {
    const likely = before?.figures[index];
    if (!before || (likely && isSame(likely, figure))) return likely;
    byName ??= new Map(before.figures.map((each) => [figureKey(each), each]));
    return byName.get(figureKey(figure));
  });
}

function isSame(one: RawFigure, other: RawFigure): boolean {
  return (
    one.form === other.form &&
    one.model === other.model &&
    figureName(one) === figureName(other) &&
    one.source === other.source
  );
}

function figureKey(figure: RawFigure): string {
  return `${figure.form} ${figureName(figure)} ${figure.model}\n${figure.source}`;
}

function figureName(figure: RawFigure): string {
  if (figure.form === "latency") return Object.keys(figure.quantiles)[0] ?? "";
  if (figure.form !== "histogram") return figure.figure;
  return figure.mean ?? Object.keys(figure.quantiles)[0] ?? "";
}

/** Models ("": the server) with a counter that went down, and those whose counters all continued. */
interface Trends {
  readonly fell: ReadonlySet<string>;
  readonly wentOn: ReadonlySet<string>;
}

function findTrends(before: readonly (RawFigure | undefined)[], now: readonly RawFigure[]): Trends {
  const fell = new Set<string>();
  const wentOn = new Set<string>();
  now.forEach((figure, index) => {
    const course = findTrend(before[index], figure);
    if (course === "fell") fell.add(figure.model);
    if (course === "went on") wentOn.add(figure.model);
  });
  return { fell, wentOn: new Set([...wentOn].filter((model) => !fell.has(model))) };
}

/**
 * Whether the server reports it, or most of its models' counters show it. One model's counters are not enough:
 * reloading it looks the same, unless the server was unreachable in between.
 */
function hasRestarted(
  before: Observation,
  now: Observation,
  { fell, wentOn }: Trends,
  silent: boolean,
): boolean {
  if (before.incarnation !== null && now.incarnation !== null)
    return before.incarnation !== now.incarnation;
  // What the user charts as a rate may not be a counter, so that its fall proves nothing.
  const asked = new Set(
    now.figures.flatMap((each) => (isMetric(figureName(each) as FigureId) ? [each.model] : [])),
  );
  const many = (models: ReadonlySet<string>) =>
    [...models].filter((model) => !asked.has(model)).length;
  const enough = silent ? 1 : 2;
  return fell.has("") || (many(fell) >= enough && many(fell) > many(wentOn));
}

function findTrend(before: RawFigure | undefined, now: RawFigure): "fell" | "went on" | null {
  if (!before) return null;
  const [was, is] = [listCounters(before), listCounters(now)];
  if (was.length !== is.length) return null;
  if (was.some((total, index) => (is[index] ?? 0) < total)) return "fell";
  return was.some((total) => total > 0) ? "went on" : null;
}

/** Of a histogram only the count: its buckets may differ from before. */
function listCounters(figure: RawFigure): readonly number[] {
  switch (figure.form) {
    case "rate":
      return [figure.total];
    case "ratio":
      return [figure.part, figure.whole];
    case "histogram":
      return [figure.count];
    case "latency":
      return [figure.latency.counts.reduce((sum, each) => sum + each, 0)];
    default:
      return [];
  }
}
