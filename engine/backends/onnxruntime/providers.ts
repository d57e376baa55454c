import type { InferenceSession } from "onnxruntime-node";
import type { ModelConfig } from "../../config/types.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { InstancePlace } from "../backend.ts";
import { type GpuProvider, gpuAccelerators, refuseCpuAccelerators } from "./accelerators.ts";

type ExecutionProvider = InferenceSession.ExecutionProviderConfig;

/** Where the ONNX Runtime may compute a model. */
export interface ProviderChoice {
  readonly name: "cpu" | GpuProvider;
  /** -1 on a CPU. */
  readonly deviceId: number;
  /** What a session is asked for, best first; nodes that the first can't compute fall to the next. */
  readonly executionProviders: readonly ExecutionProvider[];
  /** The one of them that a first run must prove; undefined for the CPU. */
  readonly probe: ExecutionProvider | undefined;
}

/** GPU providers by platform, best first; which of them a machine has shows when one is asked for. */
const BY_PLATFORM: Readonly<Record<string, readonly GpuProvider[]>> = {
  linux: ["cuda", "webgpu"],
  win32: ["dml", "webgpu"],
  darwin: ["coreml", "webgpu"],
};

/**
 * What KIND_AUTO takes where it is not named: GPUs as Triton knows them. The binding doesn't report which adapter WebGPU
 * took, so an emulated one looks like a GPU; CoreML and DirectML compute many models less exactly than
 * the CPU.
 */
export const AUTO_PROVIDERS: readonly string[] = ["cuda"];

const INSTALL_CUDA =
  "ONNXRUNTIME_NODE_INSTALL=cuda12 node node_modules/onnxruntime-node/script/install.js";

const CPU: ProviderChoice = {
  name: "cpu",
  deviceId: -1,
  executionProviders: ["cpu"],
  probe: undefined,
};

/** What to try for an instance, best first (rules BACKEND-5 to BACKEND-8); throws INVALID_ARGUMENT for unknown accelerators. */
export function providerChoices(
  { kind, deviceId }: InstancePlace,
  config: ModelConfig,
  platform: string = process.platform,
): readonly ProviderChoice[] {
  refuseCpuAccelerators(config);
  if (kind !== "KIND_GPU" && kind !== "KIND_AUTO") return [CPU];
  const device = Math.max(0, deviceId);
  const named = gpuAccelerators(config);
  const choices =
    named.length > 0
      ? [gpuChoice(named, device)]
      : gpuProviders(platform).map((name) => gpuChoice([name], device));
  if (kind === "KIND_GPU") return choices;
  return [...choices.filter(({ name }) => AUTO_PROVIDERS.includes(name) || named.length > 0), CPU];
}

export function gpuProviders(platform: string = process.platform): readonly GpuProvider[] {
  return BY_PLATFORM[platform] ?? ["webgpu"];
}

export function gpuChoice(names: readonly GpuProvider[], deviceId: number): ProviderChoice {
  const [first = "webgpu"] = names;
  // As in Triton, CUDA computes what TensorRT leaves.
  const chain = first === "tensorrt" && !names.includes("cuda") ? [...names, "cuda"] : names;
  const configure = (name: string): ExecutionProvider & { name: string } => {
    const device = name === "webgpu" || name === "coreml" ? {} : { deviceId };
    return { name, ...device };
  };
  return {
    name: first,
    deviceId,
    executionProviders: [...chain.map(configure), "cpu"],
    probe: configure(first),
  };
}

/** The error for an instance that must have a GPU; `failures` say what was tried and why it failed. */
export function noGpu({ name, deviceId }: InstancePlace, failures: readonly string[]): StatusError {
  const cuda =
    process.platform === "linux" && process.arch === "x64"
      ? `; the CUDA provider is installed by: ${INSTALL_CUDA}`
      : "";
  return new StatusError(
    "INVALID_ARGUMENT",
    `instance '${name}' asks for a GPU (KIND_GPU, device ${deviceId}), but no execution provider of this engine's ONNX Runtime could use one: ${failures.map(essence).join("; ")}. Use KIND_AUTO or KIND_CPU${cuda}`,
  );
}

/** What the runtime says of a failure, in one line and without the place in its own source. */
function essence(failure: string): string {
  const line = failure.replaceAll(/\s+/g, " ").trim();
  return line.replace(/\S+\.cc:\d+ .*? was false\. /, "").replace(/\.$/, "");
}
