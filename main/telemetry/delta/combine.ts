import type { FigureId } from "../../contract/index.ts";
import { addBreakdowns } from "./breakdown.ts";
import type { DeltaPart, HistogramPart, LatencyPart, Ranges } from "./delta-part.ts";
import { listFigureIds, readValue } from "./part-figures.ts";
import { commonBounds, intern, rebucket } from "./histogram.ts";
import { addLatencies, latencyHistogram } from "./latency.ts";

export type Over = "servers" | "time";

type Of<F extends DeltaPart["form"]> = Extract<DeltaPart, { form: F }>;

/** Combines parts of one figure. Unavailable ones count only if all are. */
export function combine(parts: readonly DeltaPart[], over: Over): DeltaPart {
  const available = inOneForm(parts.filter(({ form }) => form !== "unavailable"));
  const [first] = available.length > 0 ? available : parts;
  if (!first) throw new TypeError("nothing to combine");
  if (first.form === "unavailable") return first;
  if (available.some(({ form }) => form !== first.form))
    return unavailable(first, "The servers report it in different forms, which can't be combined.");
  if (over === "time") return withRanges(joined(first, available, over), available);
  if (available.length > 1 && first.form === "gauge" && first.across === "none")
    return unavailable(first, "True of each server alone: it cannot be joined over several.");
  return joined(withoutRanges(first), available, over);
}

/** Latencies use the bounds of the histograms that they are combined with. */
function inOneForm(parts: readonly DeltaPart[]): readonly DeltaPart[] {
  const histogram = parts.find(({ form }) => form === "histogram") as HistogramPart | undefined;
  if (!histogram) return parts;
  return parts.map((part) =>
    part.form === "latency" ? latencyHistogram(part, histogram.bounds) : part,
  );
}

/** The range of one server says nothing about all of them. */
function withoutRanges(part: DeltaPart): DeltaPart {
  const { ranges: _, ...rest } = part;
  return rest;
}

function joined(first: DeltaPart, available: readonly DeltaPart[], over: Over): DeltaPart {
  switch (first.form) {
    case "gauge": {
      const gauges = available as readonly Of<"gauge">[];
      if (over === "servers") return gaugeAcross(first, gauges);
      const [sum, readings] = [add(gauges, "sum"), add(gauges, "readings")];
      return { ...first, sum, readings, ...addBreakdowns(gauges) };
    }
    case "rate": {
      const rates = available as readonly Of<"rate">[];
      if (over === "servers") return rateAcross(first, rates);
      const [growth, seconds] = [add(rates, "growth"), add(rates, "seconds")];
      return { ...first, growth, seconds, ...addBreakdowns(rates) };
    }
    case "ratio": {
      const ratios = available as readonly Of<"ratio">[];
      return { ...first, part: add(ratios, "part"), whole: add(ratios, "whole") };
    }
    case "histogram":
      return combineHistograms(first, available as readonly HistogramPart[]);
    case "latency": {
      const latencies = (available as readonly LatencyPart[]).map(({ latency }) => latency);
      return { ...first, latency: addLatencies(latencies) };
    }
    case "unavailable":
      return first;
  }
}

function gaugeAcross(first: Of<"gauge">, available: readonly Of<"gauge">[]): DeltaPart {
  const known = available.filter(({ readings }) => readings > 0);
  const values = known.map(({ sum, readings }) => sum / readings);
  const { by: _, ...rest } = first;
  if (values.length === 0) return { ...rest, sum: 0, readings: 0 };
  if (first.across === "most") return { ...rest, sum: Math.max(...values), readings: 1 };
  const sum = values.reduce((all, each) => all + each, 0);
  const parts = addBreakdowns(known.map(({ by, readings }) => ({ by, weight: 1 / readings })));
  return { ...rest, sum, readings: 1, ...parts };
}

function rateAcross(first: Of<"rate">, available: readonly Of<"rate">[]): DeltaPart {
  const known = available.filter(({ seconds }) => seconds > 0);
  const seconds = Math.max(0, ...known.map((each) => each.seconds));
  const growth = known.reduce((sum, each) => sum + (each.growth / each.seconds) * seconds, 0);
  const parts = known.map(({ by, seconds: own }) => ({ by, weight: seconds / own }));
  return { ...first, growth, seconds, ...addBreakdowns(parts) };
}

/** By the bounds that all non-empty histograms share. */
function combineHistograms(first: HistogramPart, available: readonly HistogramPart[]): DeltaPart {
  const counted = available.filter(({ count }) => count > 0);
  const [one = first] = counted;
  const same = counted.every(({ bounds }) => bounds === one.bounds);
  const bounds = same ? one.bounds : intern(commonBounds(counted.map((each) => each.bounds)));
  const counts = bounds.map(() => 0);
  for (const part of counted) {
    const own = rebucket(part.counts, part.bounds, bounds);
    for (let index = 0; index < counts.length; index++)
      counts[index] = (counts[index] ?? 0) + (own[index] ?? 0);
  }
  return { ...first, bounds, counts, sum: add(counted, "sum"), count: add(counted, "count") };
}

function withRanges(whole: DeltaPart, available: readonly DeltaPart[]): DeltaPart {
  if (available.length < 2) return whole;
  const ranges: Partial<Record<FigureId, readonly [number, number]>> = {};
  for (const figure of listFigureIds(whole)) {
    const range = combineRanges(available, figure);
    if (range) ranges[figure] = range;
  }
  return Object.keys(ranges).length === 0 ? whole : { ...whole, ranges: ranges as Ranges };
}

function combineRanges(
  available: readonly DeltaPart[],
  figure: FigureId,
): readonly [number, number] | undefined {
  const ends = available.flatMap((part) => {
    const range = part.ranges?.[figure];
    if (range) return [...range];
    const value = readValue(part, figure);
    return value === null ? [] : [value];
  });
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  return least < most ? [least, most] : undefined;
}

function unavailable(part: Exclude<DeltaPart, Of<"unavailable">>, hint: string): DeltaPart {
  const { model, source } = part;
  const figure = listFigureIds(part)[0];
  if (figure === undefined) return part;
  return { form: "unavailable", figure, model, source, hint };
}

function add<K extends string>(parts: readonly Readonly<Record<K, number>>[], field: K): number {
  return parts.reduce((sum, each) => sum + each[field], 0);
}
