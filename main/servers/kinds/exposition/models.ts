import type { MetricSample } from "../../metrics/metrics-text.ts";

/** Which samples count, and for which model. */
export interface Belonging {
  /**
   * The label with the model's name, or a function of all labels; null, or a sample without the label: the whole
   * server.
   */
  readonly model: string | null | ((labels: MetricSample["labels"]) => string);
  readonly where?: ((labels: MetricSample["labels"]) => boolean) | undefined;
  /** Models known to exist: an exported counter without a sample of one has counted nothing for it. */
  readonly known?: readonly string[] | undefined;
}

/** Samples by model; "": the whole server. */
export function byModel(
  samples: readonly MetricSample[],
  { model, where }: Belonging,
): Map<string, MetricSample[]> {
  const counted = where ? samples.filter(({ labels }) => where(labels)) : samples;
  return Map.groupBy(counted, ({ labels }) => {
    if (typeof model === "function") return model(labels);
    return model === null ? "" : (labels[model] ?? "");
  });
}

/** Sums counters. */
export function sumByModel(
  samples: readonly MetricSample[],
  belonging: Belonging,
): Map<string, number> {
  const sums = new Map((belonging.known ?? []).map((model) => [model, 0]));
  for (const [model, own] of byModel(samples, belonging)) sums.set(model, sumSamples(own));
  return sums;
}

export function sumSamples(samples: readonly MetricSample[]): number {
  return samples.reduce((sum, { value }) => sum + value, 0);
}
