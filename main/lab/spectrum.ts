import { StatusError } from "../../base/status-error.ts";
import type { Experiment } from "../contract/index.ts";
import { decodeHistogram, spectrum } from "./statistics/index.ts";

/** [percentile, response ms, service ms] of a step, as far as its sample supports. */
export function stepSpectrum(experiment: Experiment, index: number): [number, number, number][] {
  const step = experiment.steps[index];
  if (!step) {
    throw new StatusError("NOT_FOUND", `Experiment ${experiment.id} has no step ${index}.`);
  }
  const service = decodeHistogram(step.service.histogram);
  return spectrum(decodeHistogram(step.response.histogram)).map(([percentile, micros]) => [
    percentile,
    micros / 1000,
    service.getValueAtPercentile(percentile) / 1000,
  ]);
}
