import type { ModelConfig } from "../../../engine/config/index.ts";

export interface CoreUse {
  readonly cores: number;
  /** Number of this model's instances on the CPU. */
  readonly instances: number;
  /** Threads per instance for one operator. */
  readonly threads: number;
  /** Whether the text sets the number of threads. */
  readonly given: boolean;
}

/**
 * The number of threads of a model's CPU instances on a machine's cores. Without intra_op_thread_count the embedded engine
 * divides the cores among the instances (backends/SPEC.md, BACKEND-2); Triton gives each instance all of them.
 */
export function coreUse(config: ModelConfig, cores: number, embedded: boolean): CoreUse {
  const groups = config.instance_group.length > 0 ? config.instance_group : [undefined];
  // Rule CFG-N7: an ONNX model has two instances by default.
  const instances = groups
    .filter((group) => group?.kind !== "KIND_GPU" && (group?.gpus.length ?? 0) === 0)
    .reduce((sum, group) => sum + (group?.count || 2), 0);
  const given = Number(config.parameters["intra_op_thread_count"]?.string_value ?? 0) || 0;
  const share = embedded ? Math.max(1, Math.floor(cores / Math.max(1, instances))) : cores;
  return { cores, instances, threads: given > 0 ? given : share, given: given > 0 };
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** The use of cores as a sentence. */
export function describeCores({ cores, instances, threads, given }: CoreUse): string {
  const wanted = instances * threads;
  const sum = `${count(instances, "instance")} × ${count(threads, "thread")} = ${wanted} on ${count(cores, "core")}`;
  const how = given ? "" : " (threads not given)";
  if (wanted > cores)
    return `${sum}${how}: oversubscribed, so instances take turns on the cores. ${count(Math.max(1, Math.floor(cores / instances)), "thread")} each would fit.`;
  if (wanted < cores) return `${sum}${how}: ${cores - wanted} left for other work.`;
  return `${sum}${how}: each core has one thread.`;
}

/** Number of this model's instances on a GPU; a group without GPUs is on each of them. */
export function instancesOnGpu({ instance_group: groups }: ModelConfig, gpu: number): number {
  return groups
    .filter(({ kind, gpus }) => {
      const takesGpus = kind === "KIND_GPU" || kind === "KIND_AUTO";
      return takesGpus && (gpus.length === 0 || gpus.includes(gpu));
    })
    .reduce((sum, { count }) => sum + (count || 1), 0);
}

/** Squares of the picture: the instance on each core, and the threads without a core. */
export function coreSquares({ cores, instances, threads }: CoreUse, most: number) {
  const wanted = Math.min(instances * threads, most);
  return Array.from({ length: Math.min(Math.max(cores, wanted), most) }, (_, index) => ({
    index,
    instance: index < wanted ? Math.floor(index / threads) : null,
    beyond: index >= cores,
  }));
}
