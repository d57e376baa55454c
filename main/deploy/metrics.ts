/**
 * PromQL for the metrics that Triton exports (core, src/metrics.cc and src/metric_model_reporter.cc). Durations are counters
 * in µs, so there are no percentiles. Sums are computed before divisions, so that replicas with many models have no more
 * weight than others.
 */

/** Time in the queue over time of inference, per pod. */
export const QUEUE_TO_COMPUTE = "triton:queue_compute:ratio";

/** Its name in the custom metrics API, which doesn't allow colons. */
export const QUEUE_TO_COMPUTE_API = "triton_queue_compute_ratio";

export const rate = (metric: string, selector: string, window = "1m") =>
  `rate(${metric}{${selector}}[${window}])`;

const sumBy = (labels: string, expression: string) => `sum by (${labels}) (${expression})`;

/** The growth of one counter divided by that of another, each summed first. No value while the second doesn't grow. */
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
