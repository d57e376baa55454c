import { FIGURES, type FigureId, type ObservedFigure } from "../../contract/index.ts";
import type { Delta } from "./delta.ts";
import type { DeltaPart, HistogramPart } from "./delta-part.ts";
import { latencyQuantile } from "./latency.ts";
import { interpolateQuantile } from "./histogram.ts";

/** The figures of an interval, in the order of its parts, without those of versions and without charted metrics. */
export function toFigures(delta: Pick<Delta, "parts">): ObservedFigure[] {
  return delta.parts.flatMap((part) =>
    [...figuresOfPart(part)].filter(({ figure }) => Object.hasOwn(FIGURES, figure)),
  );
}

/** The figures of a part. */
export function listFigureIds(part: DeltaPart): readonly FigureId[] {
  if (part.form !== "histogram" && part.form !== "latency") return [part.figure];
  const quantiles = Object.keys(part.quantiles) as FigureId[];
  return part.form === "latency" || part.mean === null ? quantiles : [part.mean, ...quantiles];
}

/** A model's parts in an interval. */
export type PartsByFigure = ReadonlyMap<FigureId, DeltaPart>;

/** The parts of an interval by model and figure, without unavailable ones. */
export function partsByModel({ parts }: Pick<Delta, "parts">): ReadonlyMap<string, PartsByFigure> {
  const models = new Map<string, Map<FigureId, DeltaPart>>();
  for (const part of parts) {
    if (part.form === "unavailable") continue;
    const own = models.get(part.model) ?? new Map<FigureId, DeltaPart>();
    models.set(part.model, own);
    for (const figure of listFigureIds(part)) own.set(figure, part);
  }
  return models;
}

/** Equal for the parts of one figure in all intervals and on all servers. */
export const partName = (part: DeltaPart) => `${listFigureIds(part)[0] ?? ""} ${part.model}`;

/** One figure of a part; undefined if the part lacks it. */
export function figureValue(part: DeltaPart, figure: FigureId): number | null | undefined {
  if (part.form === "histogram")
    return part.mean === figure || figure in part.quantiles ? readValue(part, figure) : undefined;
  if (part.form === "latency")
    return figure in part.quantiles ? readValue(part, figure) : undefined;
  return part.figure === figure ? readValue(part, figure) : undefined;
}

/** One figure of a part; null if unknown. */
export function readValue(part: DeltaPart, figure: FigureId): number | null {
  switch (part.form) {
    case "gauge":
      return part.readings > 0 ? finite(part.sum / part.readings) : null;
    case "rate":
      return part.seconds > 0 ? finite(part.growth / part.seconds) : null;
    case "ratio":
      return part.whole > 0 ? finite(part.part / part.whole) : null;
    case "histogram":
      if (figure === part.mean) return part.count > 0 ? finite(part.sum / part.count) : null;
      return quantileIn(part, figure)?.value ?? null;
    case "latency": {
      const q = part.quantiles[figure];
      return q === undefined ? null : latencyQuantile(part.latency, q);
    }
    case "unavailable":
      return null;
  }
}

function* figuresOfPart(part: DeltaPart): Generator<ObservedFigure> {
  const { model, source } = part;
  if (part.form === "unavailable") {
    const { figure, hint } = part;
    yield { figure, model, source, value: null, provenance: "unavailable", hint };
    return;
  }
  for (const figure of listFigureIds(part)) {
    const value = readValue(part, figure);
    const interpolated = part.form === "histogram" && figure !== part.mean;
    yield {
      figure,
      model,
      source,
      value,
      provenance: interpolated ? "derived" : "exact",
      hint: interpolated ? boundHint(part, figure) : null,
    };
  }
}

function quantileIn(part: HistogramPart, figure: FigureId) {
  const q = part.quantiles[figure];
  return q === undefined ? null : interpolateQuantile(q, part.bounds, part.counts);
}

function boundHint(part: HistogramPart, figure: FigureId): string | null {
  if (quantileIn(part, figure)?.beyond)
    return "At least this: it is above the largest bucket of the server's histogram.";
  if (part.count > 0 && part.bounds.length < 2)
    return "The histograms have no bucket boundary in common, so there is no percentile.";
  return null;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
