import type { ModelConfig } from "../config/types.ts";
import type { FirstResponses } from "../types.ts";

/** Triton's family, and its default buckets in ms. */
const FAMILY = "nv_inference_first_response_histogram_ms";
const BUCKETS: readonly number[] = [100, 500, 2000, 5000];

/** Time to the first response of decoupled models (rule STATS-10). */
export class FirstResponseHistogram {
  readonly #buckets: readonly number[];
  readonly #counts: number[];
  #sumMs = 0;

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets;
    this.#counts = Array.from({ length: buckets.length + 1 }, () => 0);
  }

  record(ns: number): void {
    const ms = Math.max(0, ns) / 1e6;
    const found = this.#buckets.findIndex((edge) => ms <= edge);
    const at = found < 0 ? this.#buckets.length : found;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sumMs += ms;
  }

  snapshot(): FirstResponses {
    return { bucketsMs: [...this.#buckets], counts: [...this.#counts], sumMs: this.#sumMs };
  }
}

/** Undefined for models that aren't decoupled. */
export function firstResponseHistogram(config: ModelConfig): FirstResponseHistogram | undefined {
  if (config.model_transaction_policy?.decoupled !== true) return undefined;
  return new FirstResponseHistogram(configuredBuckets(config.model_metrics) ?? BUCKETS);
}

interface MetricControl {
  readonly metric_identifier?: { readonly family?: string };
  readonly histogram_options?: { readonly buckets?: readonly number[] };
}

function configuredBuckets(metrics: ModelConfig["model_metrics"]): readonly number[] | undefined {
  const controls = metrics?.["metric_control"] as readonly MetricControl[] | undefined;
  const control = controls?.find(({ metric_identifier }) => metric_identifier?.family === FAMILY);
  const buckets = control?.histogram_options?.buckets?.map(Number).filter(Number.isFinite);
  return buckets === undefined || buckets.length === 0
    ? undefined
    : [...new Set(buckets)].sort((a, b) => a - b);
}
