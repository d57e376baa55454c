/**
 * PromQL over the metrics that Triton exports (core, src/metrics.cc and src/metric_model_reporter.cc). Durations are
 * counters in µs, so that there are no percentiles to ask for; sums come before divisions, so that a replica with
 * many models is not counted as many.
 */

/** Time in the queue over time of inference, per pod. */
export const QUEUE_TO_COMPUTE = "triton:queue_compute:ratio";

/** As the custom metrics API names it: it takes no colons. */
export const QUEUE_TO_COMPUTE_API = "triton_queue_compute_ratio";

export const rate = (metric: string, selector: string, window = "1m") =>
  `rate(${metric}{${selector}}[${window}])`;

const sumBy = (labels: string, expression: string) => `sum by (${labels}) (${expression})`;

/** The growth of one counter over that of another, each summed first. Nothing where the second stands still. */
export function formatRatio(labels: string, part: string, whole: string, selector: string): string {
  const below = sumBy(labels, rate(whole, selector));
  return `${sumBy(labels, rate(part, selector))} / (${below} > 0)`;
}

export function queueToCompute(labels: string, selector: string): string {
  const queue = sumBy(labels, rate("nv_inference_queue_duration_us", selector));
  const compute = sumBy(labels, rate("nv_inference_compute_infer_duration_us", selector));
  return `${queue} / clamp_min(${compute}, 1)`;
}

export { sumBy };
