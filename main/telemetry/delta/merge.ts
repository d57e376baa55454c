import type { ObservedModel } from "../../contract/index.ts";
import { addBreakdowns } from "./breakdown.ts";
import type { Delta } from "./delta.ts";
import type { DeltaPart } from "./delta-part.ts";
import { partName } from "./part-figures.ts";
import { combine } from "./combine.ts";

/**
 * Combines several servers: rates are summed, ratios and means are sums over sums, buckets are added; no percentile is
 * averaged. If intervals differ in length, each counts like the longest.
 */
export function mergeDeltas(deltas: readonly Delta[]): Delta {
  const seconds = Math.max(0, ...deltas.map((each) => each.seconds));
  const weighted = deltas.flatMap((delta) => {
    const weight = delta.seconds > 0 ? seconds / delta.seconds : 1;
    return delta.parts.map((part) => stretch(part, weight));
  });
  return {
    seconds,
    restarted: deltas.some(({ restarted }) => restarted),
    models: mergeModels(deltas.flatMap(({ models }) => models)),
    parts: groups(weighted).map((parts) => combine(parts, "servers")),
  };
}

/** Merges consecutive intervals of one server, with the range of each figure. */
export function joinDeltas(deltas: readonly Delta[]): Delta {
  const [only] = deltas;
  if (only && deltas.length === 1) return only;
  return {
    seconds: deltas.reduce((sum, each) => sum + each.seconds, 0),
    restarted: deltas.some(({ restarted }) => restarted),
    models: deltas.at(-1)?.models ?? [],
    parts: groups(deltas.flatMap(({ parts }) => parts)).map((parts) => combine(parts, "time")),
  };
}

/** By model and figure, in order of first occurrence. */
function groups(parts: readonly DeltaPart[]): DeltaPart[][] {
  const byName = new Map<string, DeltaPart[]>();
  for (const part of parts) {
    const name = partName(part);
    const group = byName.get(name);
    if (group) group.push(part);
    else byName.set(name, [part]);
  }
  return [...byName.values()];
}

/** A part as of an interval `weight` times as long. */
export function stretch(part: DeltaPart, weight: number): DeltaPart {
  if (weight === 1) return part;
  switch (part.form) {
    case "rate":
      return {
        ...part,
        growth: part.growth * weight,
        seconds: part.seconds * weight,
        ...addBreakdowns([{ by: part.by, weight }]),
      };
    case "ratio":
      return { ...part, part: part.part * weight, whole: part.whole * weight };
    case "histogram":
      return {
        ...part,
        counts: part.counts.map((each) => each * weight),
        sum: part.sum * weight,
        count: part.count * weight,
      };
    case "latency": {
      const { indices, counts } = part.latency;
      return { ...part, latency: { indices, counts: counts.map((each) => each * weight) } };
    }
    default:
      return part;
  }
}

/** A model is ready if all servers that have it report so. */
function mergeModels(models: readonly ObservedModel[]): ObservedModel[] {
  return [...Map.groupBy(models, ({ name }) => name)].map(([name, all]) => {
    const worst = all.find(({ state }) => state !== "ready") ?? all[0];
    const ready = all.filter(({ state }) => state === "ready").length;
    const partly = ready > 0 && ready < all.length;
    return {
      name,
      versions: [...new Set(all.flatMap(({ versions }) => versions))].sort(),
      state: worst?.state ?? "unknown",
      reason: partly ? `Ready on ${ready} of ${all.length}.` : (worst?.reason ?? null),
      facts: [],
    };
  });
}
