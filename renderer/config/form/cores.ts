import type { ModelConfig } from "../../../engine/config/index.ts";

export interface CoreUse {
  readonly cores: number;
  /** Of this model on the CPU. */
  readonly instances: number;
  /** Each instance's threads for one operator. */
  readonly threads: number;
  /** Whether the text says how many. */
  readonly given: boolean;
}

/**
 * How many threads a model's CPU instances run on a machine's cores. Without intra_op_thread_count the embedded
 * engine shares the cores among the instances (backends/SPEC.md, BACKEND-2); Triton gives each instance all of them.
 */
export function coreUse(config: ModelConfig, cores: number, embedded: boolean): CoreUse {
  const groups = config.instance_group.length > 0 ? config.instance_group : [undefined];
  // Rule CFG-N7: two instances of an ONNX model where the text does not say.
  const instances = groups
    .filter((group) => group?.kind !== "KIND_GPU" && (group?.gpus.length ?? 0) === 0)
    .reduce((sum, group) => sum + (group?.count || 2), 0);
  const given = Number(config.parameters["intra_op_thread_count"]?.string_value ?? 0) || 0;
  const share = embedded ? Math.max(1, Math.floor(cores / Math.max(1, instances))) : cores;
  return { cores, instances, threads: given > 0 ? given : share, given: given > 0 };
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** What the use of the cores comes to, as a sentence. */
export function coreWords({ cores, instances, threads, given }: CoreUse): string {
  const wanted = instances * threads;
  const sum = `${count(instances, "instance")} × ${count(threads, "thread")} = ${wanted} on ${count(cores, "core")}`;
  const how = given ? "" : " (threads not given)";
  if (wanted > cores)
    return `${sum}${how}: oversubscribed, so instances take turns on the cores. ${count(Math.max(1, Math.floor(cores / instances)), "thread")} each would fit.`;
  if (wanted < cores) return `${sum}${how}: ${cores - wanted} left for other work.`;
  return `${sum}${how}: each core has one thread.`;
}

/** Instances of this model that the text puts on a GPU; a group that names no GPUs is on each. */
export function instancesOnGpu({ instance_group: groups }: ModelConfig, gpu: number): number {
  return groups
    .filter(({ kind, gpus }) => {
      const takesGpus = kind === "KIND_GPU" || kind === "KIND_AUTO";
      return takesGpus && (gpus.length === 0 || gpus.includes(gpu));
    })
    .reduce((sum, { count }) => sum + (count || 1), 0);
}

/** Busy squares of the picture: which instance has which core, and what finds none. */
export function coreSquares({ cores, instances, threads }: CoreUse, most: number) {
  const wanted = Math.min(instances * threads, most);
  return Array.from({ length: Math.min(Math.max(cores, wanted), most) }, (_, index) => ({
    index,
    instance: index < wanted ? Math.floor(index / threads) : null,
    beyond: index >= cores,
  }));
}
