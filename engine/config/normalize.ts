import type { InstanceGroup, ModelConfig, OpaqueMessage } from "./types.ts";
import { emptyMessage } from "./fields.ts";

export interface NormalizeOptions {
  /** Name of the model's folder: the default name of the model. */
  modelName: string;
  /** Ids of the GPUs that instances can use. */
  gpus?: readonly number[];
}

/** Default time without requests after which a sequence ends: one second. */
const DEFAULT_SEQUENCE_IDLE_MICROSECONDS = 1_000_000;

/**
 * Returns a copy with Triton's defaults filled in (SPEC.md, CFG-N1 to CFG-N7). Doesn't complete inputs and outputs, which
 * needs the model's file: see {@link file://./complete.ts}.
 */
export function normalizeConfig(config: ModelConfig, options: NormalizeOptions): ModelConfig {
  const normal = structuredClone(config);
  normal.name ||= options.modelName;
  normal.version_policy ??= { latest: { num_versions: 1 } };
  if (normal.dynamic_batching !== undefined) preferMaximum(normal.dynamic_batching, normal);
  if (normal.sequence_batching !== undefined) {
    normal.sequence_batching.max_sequence_idle_microseconds ||= DEFAULT_SEQUENCE_IDLE_MICROSECONDS;
    const { oldest } = normal.sequence_batching;
    if (oldest !== undefined) preferMaximum(oldest, normal);
  }
  if (normal.ensemble_scheduling !== undefined) {
    normal.model_transaction_policy ??= { decoupled: false };
    return normal;
  }
  normal.optimization = withPinnedMemory(normal.optimization);
  normal.instance_group = instanceGroups(normal, options.gpus ?? []);
  return normal;
}

function preferMaximum(batching: { preferred_batch_size: number[] }, config: ModelConfig): void {
  if (batching.preferred_batch_size.length > 0 || config.max_batch_size < 1) return;
  batching.preferred_batch_size = [config.max_batch_size];
}

function withPinnedMemory(optimization: OpaqueMessage | undefined): OpaqueMessage {
  const policy = optimization ?? emptyMessage("ModelOptimizationPolicy");
  policy["input_pinned_memory"] ??= { enable: true };
  policy["output_pinned_memory"] ??= { enable: true };
  return policy;
}

function instanceGroups(config: ModelConfig, gpus: readonly number[]): InstanceGroup[] {
  const given = config.instance_group;
  const groups = given.length > 0 ? given : [emptyGroup(config.name)];
  return groups.map((group, index) => {
    const kind = resolveKind(group, gpus);
    return {
      ...group,
      name: group.name || `${config.name}_${index}`,
      kind,
      count: group.count > 0 ? group.count : defaultCount(config, kind),
      gpus: kind === "KIND_GPU" && group.gpus.length === 0 ? [...gpus] : group.gpus,
    };
  });
}

function emptyGroup(name: string): InstanceGroup {
  return { ...(emptyMessage("ModelInstanceGroup") as unknown as InstanceGroup), name };
}

function resolveKind(group: InstanceGroup, gpus: readonly number[]): InstanceGroup["kind"] {
  if (group.kind !== "KIND_AUTO") return group.kind;
  return group.gpus.length > 0 || gpus.length > 0 ? "KIND_GPU" : "KIND_CPU";
}

/** Triton starts two instances of an ONNX model on a CPU. */
function defaultCount(config: ModelConfig, kind: InstanceGroup["kind"]): number {
  const twice = config.backend === "onnxruntime" || config.backend === "tensorflow";
  return twice && kind === "KIND_CPU" ? 2 : 1;
}
