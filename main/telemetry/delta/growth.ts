import type { RawFigure } from "../../servers/index.ts";
import { breakdownGrowth } from "./breakdown.ts";
import type { DeltaPart } from "./delta-part.ts";
import { latencyGrowth, NO_LATENCIES } from "./latency.ts";
import { commonBounds, intern, perBucket } from "./histogram.ts";

/** The growth of a figure since `before`, in its unit; unknown without one, or if a number is invalid. */
export function computeGrowth(
  before: RawFigure | undefined,
  now: RawFigure,
  seconds: number,
): DeltaPart {
  const { model, source } = now;
  switch (now.form) {
    case "gauge": {
      const { figure, value, across, by } = now;
      const known = Number.isFinite(value);
      const [sum, readings] = known ? [value, 1] : [0, 0];
      const parts = known && by ? { by } : {};
      return { form: "gauge", figure, model, source, across, sum, readings, ...parts };
    }
    case "rate": {
      const was = before?.form === "rate" ? before : null;
      const total = (now.total - (was?.total ?? Number.NaN)) * (now.scale ?? 1);
      const known = Number.isFinite(total) && total >= 0;
      const [growth, over] = known ? [total, seconds] : [0, 0];
      const parts = known && now.by ? breakdownGrowth(was?.by ?? [], now.by) : {};
      return { form: "rate", figure: now.figure, model, source, growth, seconds: over, ...parts };
    }
    case "ratio": {
      const was = before?.form === "ratio" ? before : null;
      const part = (now.part - (was?.part ?? Number.NaN)) * (now.scale ?? 1);
      const whole = now.whole - (was?.whole ?? Number.NaN);
      const known = Number.isFinite(part) && Number.isFinite(whole) && part >= 0 && whole >= 0;
      const [grown, over] = known ? [part, whole] : [0, 0];
      return { form: "ratio", figure: now.figure, model, source, part: grown, whole: over };
    }
    case "histogram":
      return histogramGrowth(before?.form === "histogram" ? before : null, now);
    case "latency": {
      const was = before?.form === "latency" ? before.latency : null;
      const latency = was ? latencyGrowth(was, now.latency) : NO_LATENCIES;
      return { form: "latency", quantiles: now.quantiles, model, source, latency };
    }
    case "unavailable":
      return { form: "unavailable", figure: now.figure, model, source, hint: now.hint };
  }
}

type RawHistogram = Extract<RawFigure, { form: "histogram" }>;

function histogramGrowth(before: RawHistogram | null, now: RawHistogram): DeltaPart {
  const { model, source, quantiles, mean = null, scale = 1 } = now;
  const common = { form: "histogram", mean, quantiles, model, source } as const;
  const bounds = now.buckets.map(([bound]) => bound);
  const sum = (now.sum - (before?.sum ?? Number.NaN)) * scale;
  const count = now.count - (before?.count ?? Number.NaN);
  if (!before || !Number.isFinite(sum) || !Number.isFinite(count) || count <= 0) {
    const scaled = intern(bounds.map((bound) => bound * scale));
    return { ...common, bounds: scaled, counts: bounds.map(() => 0), sum: 0, count: 0 };
  }
  const kept = commonBounds([bounds, before.buckets.map(([bound]) => bound)]);
  const was = new Map(before.buckets);
  const is = new Map(now.buckets);
  const grown = kept.map((bound) =>
    bound === Infinity ? count : (is.get(bound) ?? 0) - (was.get(bound) ?? 0),
  );
  const scaled = intern(kept.map((bound) => bound * scale));
  return { ...common, bounds: scaled, counts: perBucket(grown, count), sum, count };
}
