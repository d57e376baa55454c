import type { ModelDetail } from "../../main/contract/index.ts";
import type { BatchingFacts } from "./advice.ts";

type Config = ModelDetail["config"];

interface BatchingConfig {
  readonly max_queue_delay_microseconds?: number;
  readonly preferred_batch_size?: readonly number[];
  readonly default_queue_policy?: { readonly max_queue_size?: number };
}

/** Reads the batching settings of an active configuration, Triton's ModelConfig as JSON. */
export function readBatching(
  config: Config,
): Pick<BatchingFacts, "delayMs" | "largestPreferred" | "maxQueueSize" | "sequences"> {
  const batching = config?.["dynamic_batching"] as BatchingConfig | undefined;
  return {
    delayMs: Number(batching?.max_queue_delay_microseconds ?? 0) / 1000,
    largestPreferred: Math.max(0, ...(batching?.preferred_batch_size ?? [])),
    maxQueueSize: Number(batching?.default_queue_policy?.max_queue_size ?? 0),
    sequences: config?.["sequence_batching"] !== undefined,
  };
}

/** The distinct models of an ensemble's steps; empty for other models. */
export function ensembleSteps(config: Config): string[] {
  const scheduling = config?.["ensemble_scheduling"] as
    | { readonly step?: readonly { readonly model_name?: string }[] }
    | undefined;
  return [...new Set(scheduling?.step?.map((step) => step.model_name ?? "") ?? [])];
}
