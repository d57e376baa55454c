import type { FigureId, ObservedModel } from "../../contract/index.ts";
import type { Observation, RawFigure } from "../../servers/index.ts";
import type { DeltaPart } from "./delta-part.ts";
import { computeGrowth } from "./growth.ts";
import { isMetric } from "./metric-name.ts";

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
