import type { Experiment } from "../../../main/contract/index.ts";
import type { CurveSeries } from "../../charts/lab-curve-data.ts";
import { loadWithUnit } from "../../figures/experiment-text.ts";

export type CurvePercentile = "p50" | "p95" | "p99";

/** Latency against throughput of an experiment's steps, in the order of their loads; `kneeStep` is a step's position. */
export function makeCurve(
  { id, name, steps }: Experiment,
  percentile: CurvePercentile,
  look: Pick<CurveSeries, "color" | "dashed"> & { readonly kneeStep?: number | null },
): CurveSeries {
  const { kneeStep = null, ...rest } = look;
  const drawn = steps
    .map((step, index) => ({ step, index }))
    .toSorted((a, b) => a.step.load.value - b.step.load.value)
    .flatMap(({ step, index }) => {
      const known = step.response[percentile];
      if (!known) return [];
      const point = {
        x: step.inferencesPerSecond,
        y: known.value,
        low: known.low,
        high: known.high,
        label: loadWithUnit(step),
        invalid: step.verdict.verdict === "invalid",
      };
      return { index, point };
    });
  const knee = drawn.findIndex(({ index }) => index === kneeStep);
  return {
    key: String(id),
    label: name,
    points: drawn.map(({ point }) => point),
    knee: knee === -1 ? null : knee,
    ...rest,
  };
}

/** The highest percentile that every step supports, so that its curve has all steps. */
export function drawablePercentile({ steps }: Pick<Experiment, "steps">): CurvePercentile {
  const known = (percentile: CurvePercentile) =>
    steps.every(({ response }) => response[percentile] !== null);
  return (["p99", "p95"] as const).find(known) ?? "p50";
}
