import type { FigureId } from "../../../contract/index.ts";
import type { RawFigure } from "../../observation.ts";
import type { MetricSample } from "../../metrics/metrics-text.ts";
import type { Exposition } from "./exposition.ts";
import { type Belonging, byModel, sumByModel, sumSamples } from "./models.ts";

/** Where a figure is read from. */
export interface Wanted extends Belonging {
  /** In order of preference, newest first: the first exported name is read. `_total` may be left out. */
  readonly names: readonly string[];
  /** Converts to the figure's unit. */
  readonly scale?: number;
  /** Hint if none of the names is exported: which setting or version of the server would export it. */
  readonly hint: string;
}

export function unavailable(figure: FigureId, model: string, hint: string, source = ""): RawFigure {
  return { form: "unavailable", figure, model, source, hint };
}

/** A gauge by model. Samples of one model, such as engines or devices, combine as `across` says, like replicas. */
export function gauges(
  exposition: Exposition,
  figure: FigureId,
  wanted: Wanted,
  across: "sum" | "most",
): RawFigure[] {
  const found = exposition.find(wanted.names);
  if (!found) return missing([figure], wanted);
  const { scale = 1 } = wanted;
  return [...byModel(found.samples, wanted)].map(([model, own]) => ({
    form: "gauge",
    figure,
    model,
    source: found.name,
    value: joined(own, across) * scale,
    across,
  }));
}

/** A counter by model; samples of one model are summed, and a model without matching samples is at 0. */
export function rates(exposition: Exposition, figure: FigureId, wanted: Wanted): RawFigure[] {
  const found = exposition.find(wanted.names);
  if (!found) return missing([figure], wanted);
  const totals = sumByModel(found.samples, wanted);
  const counted = byModel(found.samples, { model: wanted.model }).keys();
  const models = new Set([...(wanted.known ?? []), ...counted]);
  return [...models].map((model) => ({
    form: "rate",
    figure,
    model,
    source: found.name,
    total: totals.get(model) ?? 0,
    ...scaled(wanted),
  }));
}

/** A counter, and what it is divided by: another one, or the sum of several. */
export type RatioNames = readonly [part: string, whole: string | readonly string[]];

/** One counter divided by another, by model. `pairs`: matching names, newest first. */
export function ratios(
  exposition: Exposition,
  figure: FigureId,
  pairs: readonly RatioNames[],
  wanted: Omit<Wanted, "names">,
): RawFigure[] {
  for (const [partName, wholeName] of pairs) {
    const part = exposition.find([partName]);
    const wholes = [wholeName].flat().map((name) => exposition.find([name]));
    if (!part || !wholes.every((each) => each !== null)) continue;
    const parts = sumByModel(part.samples, wanted);
    const samples = wholes.flatMap((each) => each.samples);
    const names = wholes.map(({ name }) => name).join(" + ");
    return [...sumByModel(samples, wanted)].map(([model, total]) => ({
      form: "ratio",
      figure,
      model,
      source: `${part.name} / ${wholes.length > 1 ? `(${names})` : names}`,
      part: parts.get(model) ?? 0,
      whole: total,
      ...scaled(wanted),
    }));
  }
  return missing([figure], { ...wanted, names: [pairs[0]?.[0] ?? ""] });
}

const NO_BUCKETS = "The server exports its sum and count, but no buckets.";

/** The figures of a distribution; quantiles as 0..1. */
export interface Distribution {
  readonly mean?: FigureId;
  readonly quantiles: Readonly<Partial<Record<FigureId, number>>>;
}

/**
 * A histogram by model, samples of one model summed bucket by bucket; a summary, or one without buckets, gives only its
 * mean.
 */
export function distributions(
  exposition: Exposition,
  { mean, quantiles }: Distribution,
  wanted: Omit<Wanted, "known">,
): RawFigure[] {
  const all = [...(mean ? [mean] : []), ...(Object.keys(quantiles) as FigureId[])];
  const name = exposition.findDistribution(wanted.names);
  if (name === null) return missing(all, wanted);
  const sums = sumByModel(exposition.samples(`${name}_sum`), wanted);
  const buckets = byModel(exposition.samples(`${name}_bucket`), wanted);
  return [...sumByModel(exposition.samples(`${name}_count`), wanted)].flatMap(
    ([model, count]): RawFigure[] => {
      const common = { model, source: name, ...scaled(wanted) };
      const sum = sums.get(model) ?? 0;
      const own = joinedBuckets(buckets.get(model) ?? [], count);
      if (own.length > 1)
        return [
          {
            form: "histogram",
            ...common,
            ...(mean && { mean }),
            quantiles,
            buckets: own,
            sum,
            count,
          },
        ];
      const means: RawFigure[] = mean
        ? [{ form: "ratio", ...common, figure: mean, part: sum, whole: count }]
        : [];
      const without = Object.keys(quantiles) as FigureId[];
      return [...means, ...without.map((each) => unavailable(each, model, NO_BUCKETS, name))];
    },
  );
}

/** Cumulative counts by upper bound, ascending; the last bound is Infinity, exported or not. */
function joinedBuckets(
  samples: readonly MetricSample[],
  count: number,
): (readonly [upperBound: number, count: number])[] {
  const byBound = new Map<number, number>();
  for (const { labels, value } of samples) {
    const bound = Number(labels.le);
    if (Number.isFinite(bound)) byBound.set(bound, (byBound.get(bound) ?? 0) + value);
  }
  return [...[...byBound].sort(([a], [b]) => a - b), [Infinity, count]];
}

function joined(samples: readonly MetricSample[], across: "sum" | "most"): number {
  return across === "sum" ? sumSamples(samples) : Math.max(...samples.map(({ value }) => value));
}

function scaled({ scale }: { readonly scale?: number }): { scale?: number } {
  return scale === undefined ? {} : { scale };
}

function missing(
  figures: readonly FigureId[],
  { names, hint }: Pick<Wanted, "names" | "hint">,
): RawFigure[] {
  return figures.map((figure) => unavailable(figure, "", hint, names[0]));
}
