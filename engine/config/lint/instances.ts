import type { Fix } from "../fix.ts";
import { setTo } from "../fix.ts";
import type { InstanceGroup, ModelConfig, ModelInput } from "../types.ts";
import { isOnnx, isTensorRt, type Subject } from "./subject.ts";

const THREADS = "intra_op_thread_count";
/** Further instances on a GPU gain little. */
const INSTANCES_PER_GPU = 2;
const BUSY = 0.9;

/** I1, I2 and I6. */
export function adviseOnInstances(subject: Subject): void {
  if (subject.written.ensemble_scheduling !== undefined) return;
  adviseOnThreads(subject);
  adviseOnGpuInstances(subject);
  adviseOnWarmUp(subject);
}

/** Number of instances on the CPU; undefined if it is unknown whether they run there. */
function cpuInstances(
  config: ModelConfig,
  gpus: readonly number[] | undefined,
): number | undefined {
  const onCpu = ({ kind, gpus: own }: Pick<InstanceGroup, "kind" | "gpus">) => {
    if (kind === "KIND_CPU" || kind === "KIND_MODEL") return true;
    if (kind === "KIND_GPU" || own.length > 0) return false;
    return gpus && gpus.length === 0;
  };
  const groups =
    config.instance_group.length > 0
      ? config.instance_group
      : [{ kind: "KIND_AUTO", gpus: [], count: 0, passive: false } as const];
  let sum = 0;
  for (const group of groups) {
    const cpu = onCpu({ kind: group.kind, gpus: [...group.gpus] });
    if (cpu === undefined) return undefined;
    // Triton starts two instances of an ONNX model by default.
    if (cpu && !group.passive) sum += group.count > 0 ? group.count : 2;
  }
  return sum;
}

function adviseOnThreads(subject: Subject): void {
  const { config, options, name, advise } = subject;
  const { cores, gpus, server } = options;
  if (cores === undefined || !isOnnx(config)) return;
  const instances = cpuInstances(config, gpus);
  if (instances === undefined || instances === 0) return;
  const written = Number(config.parameters[THREADS]?.string_value ?? "0");
  if (!Number.isInteger(written) || written < 0) return;
  // The embedded engine divides the cores among the instances by default.
  const ownShare = server === "embedded" ? Math.max(1, Math.floor(cores / instances)) : cores;
  const threads = written || ownShare;
  if (instances * threads <= cores) return;
  const share = Math.max(1, Math.floor(cores / instances));
  const path = written > 0 ? `parameters["${THREADS}"].string_value` : "instance_group";
  const all = written > 0 ? `${threads}` : `${threads} (all cores, since ${THREADS} is not set)`;
  advise(
    "I1",
    path,
    `${instances} instances of '${name}' with ${all} threads each make ${instances * threads} threads on ${cores} cores, which then wait for each other. ${instances > cores ? `Use at most ${cores} instances, with one thread each.` : `Set ${THREADS} to ${share}.`}`,
    { fix: threadsFix(config, { instances, cores, share, written }) },
  );
}

interface ThreadUse {
  readonly instances: number;
  readonly cores: number;
  /** Threads available to each instance. */
  readonly share: number;
  /** Threads of an instance as configured; 0 if not set. */
  readonly written: number;
}

function threadsFix(
  config: ModelConfig,
  { instances, cores, share, written }: ThreadUse,
): Fix | undefined {
  const path = `parameters["${THREADS}"].string_value`;
  const threads = { path, value: String(share) };
  if (instances <= cores) return { title: `Set ${THREADS} to ${share}`, changes: [threads] };
  if (config.instance_group.length !== 1) return undefined;
  return {
    title: `Set count to ${cores}, with one thread each`,
    changes: [
      { path: "instance_group[0].count", value: cores },
      ...(written === 1 ? [] : [threads]),
    ],
  };
}

function adviseOnGpuInstances({ config, options, advise }: Subject): void {
  if (config.dynamic_batching === undefined || config.max_batch_size < 2) return;
  if ((options.gpuUtilization ?? 1) <= BUSY) return;
  config.instance_group.forEach(({ kind, gpus, count }, index) => {
    const onGpu =
      kind === "KIND_GPU" ||
      (kind === "KIND_AUTO" && (gpus.length > 0 || (options.gpus ?? []).length > 0));
    if (!onGpu || count <= INSTANCES_PER_GPU) return;
    const path = `instance_group[${index}].count`;
    advise(
      "I2",
      path,
      `count is ${count} on each GPU: with dynamic batching, instances beyond ${INSTANCES_PER_GPU} mostly take turns on a busy GPU and make answers later. Compare with ${INSTANCES_PER_GPU} before you keep it.`,
      { fix: setTo(path, INSTANCES_PER_GPU) },
    );
  });
}

function adviseOnWarmUp({ config, name, advise }: Subject): void {
  if (config.model_warmup.length > 0) return;
  const why = slowStart(config);
  if (why === undefined) return;
  advise(
    "I6",
    "model_warmup",
    `'${name}' has no model_warmup, and ${why}: the first requests of each size will be slow. Warm up every batch size that is used.`,
    { fix: warmUpFix(config) },
  );
}

function slowStart(config: ModelConfig): string | undefined {
  if (isTensorRt(config)) return "TensorRT sets up its contexts with the first run";
  if (config.backend === "python")
    return "Python code loads and compiles things when it first runs";
  const accelerators = config.optimization?.["execution_accelerators"] as
    | { gpu_execution_accelerator?: readonly { name: string }[] }
    | undefined;
  const tensorRt = accelerators?.gpu_execution_accelerator?.some(({ name }) => name === "tensorrt");
  return isOnnx(config) && tensorRt ? "TensorRT builds its engine with the first run" : undefined;
}

/** One sample of zeros for a single item and one for a full batch; only if every shape is known. */
function warmUpFix(config: ModelConfig): Fix | undefined {
  const { input: inputs, max_batch_size: max } = config;
  const known = ({ name, data_type, dims }: ModelInput) =>
    name !== "" && data_type !== "TYPE_INVALID" && dims.length > 0 && dims.every((dim) => dim > 0);
  if (inputs.length === 0 || !inputs.every(known) || config.sequence_batching) return undefined;
  const sizes = max > 1 ? [1, max] : [1];
  const samples = sizes.map((size) => ({
    name: size === 1 ? "one item" : "full batch",
    batch_size: size,
    inputs: Object.fromEntries(
      inputs.map(({ name, data_type, dims }) => [name, { data_type, dims, zero_data: true }]),
    ),
  }));
  return {
    title: `Warm up with zeros, batch size ${sizes.join(" and ")}`,
    changes: [{ path: "model_warmup", value: samples }],
  };
}
