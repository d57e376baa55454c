import type { ModelDetail } from "../contract/index.ts";

/** The parts of a model's configuration that rules look at. */
export interface ConfigFacts {
  /** Items; 0: it does not batch. */
  readonly maxBatchSize: number;
  /** Null: off. */
  readonly dynamicBatching: { readonly delayMs: number; readonly maxQueueSize: number } | null;
  readonly sequences: "direct" | "oldest" | null;
  /** Models that an ensemble sends its requests through; empty for others. */
  readonly steps: readonly string[];
  readonly responseCache: boolean;
  /** Served by the Python backend: each instance is a process that gets a batch as a list of requests. */
  readonly python: boolean;
  readonly decoupled: boolean;
  /** Inputs with a dynamic dimension that do not allow ragged batches. */
  readonly variableInputs: readonly string[];
  readonly groups: readonly InstanceGroupFacts[];
}

export interface InstanceGroupFacts {
  readonly kind: string;
  readonly count: number;
  readonly gpus: readonly number[];
}

interface Queue {
  readonly max_queue_size?: number;
}

interface Loose {
  readonly backend?: string;
  readonly max_batch_size?: number;
  readonly dynamic_batching?: {
    readonly max_queue_delay_microseconds?: number;
    readonly default_queue_policy?: Queue;
  };
  readonly sequence_batching?: { readonly oldest?: object };
  readonly ensemble_scheduling?: { readonly step?: readonly { readonly model_name: string }[] };
  readonly response_cache?: { readonly enable?: boolean };
  readonly model_transaction_policy?: { readonly decoupled?: boolean };
  readonly input?: readonly {
    readonly name: string;
    readonly dims: readonly number[];
    readonly allow_ragged_batch?: boolean;
  }[];
  readonly instance_group?: readonly {
    readonly kind?: string;
    readonly count?: number;
    readonly gpus?: readonly number[];
  }[];
}

/** `config`: ModelConfig as a server reports it. */
export function readConfigFacts(config: NonNullable<ModelDetail["config"]>): ConfigFacts {
  const loose = config as Loose;
  const batching = loose.dynamic_batching;
  const sequences = loose.sequence_batching;
  return {
    maxBatchSize: Number(loose.max_batch_size ?? 0),
    dynamicBatching: batching
      ? {
          delayMs: Number(batching.max_queue_delay_microseconds ?? 0) / 1000,
          maxQueueSize: Number(batching.default_queue_policy?.max_queue_size ?? 0),
        }
      : null,
    sequences: sequences ? (sequences.oldest ? "oldest" : "direct") : null,
    steps: (loose.ensemble_scheduling?.step ?? []).map((step) => step.model_name),
    python: loose.backend === "python",
    responseCache: loose.response_cache?.enable === true,
    decoupled: loose.model_transaction_policy?.decoupled === true,
    variableInputs: (loose.input ?? [])
      .filter((input) => input.dims.some((dim) => dim < 0) && input.allow_ragged_batch !== true)
      .map(({ name }) => name),
    groups: (loose.instance_group ?? []).map(({ kind, count, gpus }) => ({
      kind: kind ?? "KIND_AUTO",
      count: Number(count ?? 1),
      gpus: gpus ?? [],
    })),
  };
}

/** How many instances the configuration defines: a group has its count on each of its GPUs. */
export function countInstances(groups: ConfigFacts["groups"]): number {
  return groups.reduce((total, { count, gpus }) => total + count * Math.max(1, gpus.length), 0);
}
