import type { InferenceSession } from "onnxruntime-node";
import type { ModelConfig } from "../../config/types.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { InstancePlace } from "../backend.ts";
import { type GpuProvider, gpuAccelerators, refuseCpuAccelerators } from "./accelerators.ts";

type ExecutionProvider = InferenceSession.ExecutionProviderConfig;

/** A device and execution providers for a model. */
export interface ProviderChoice {
  readonly name: "cpu" | GpuProvider;
  /** -1 on a CPU. */
  readonly deviceId: number;
  /**
   * Execution providers of a session, best first; nodes that one can't compute fall back to the
   * next.
   */
  readonly executionProviders: readonly ExecutionProvider[];
  /** The provider that a first run must prove; undefined for the CPU. */
  readonly probe: ExecutionProvider | undefined;
}

/** GPU providers by platform, best first; a probe shows which of them a machine supports. */
const BY_PLATFORM: Readonly<Record<string, readonly GpuProvider[]>> = {
  linux: ["cuda", "webgpu"],
  win32: ["dml", "webgpu"],
  darwin: ["coreml", "webgpu"],
};

/**
 * Providers that KIND_AUTO uses without being named: GPUs in Triton's sense. The binding doesn't
 * report WebGPU's adapter, so an emulated one looks like a GPU; CoreML and DirectML compute many
 * models less precisely than the CPU.
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

/**
 * The candidates for an instance, best first (BACKEND-5 to BACKEND-8); throws INVALID_ARGUMENT for
 * unknown accelerators.
 */
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
  // As in Triton, CUDA computes what TensorRT can't.
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

/**
 * The error for an instance that requires a GPU; `failures` say what was tried and why it failed.
 */
export function noGpu({ name, deviceId }: InstancePlace, failures: readonly string[]): StatusError {
  const cuda =
    process.platform === "linux" && process.arch === "x64"
      ? `; install the CUDA provider with: ${INSTALL_CUDA}`
      : "";
  return new StatusError(
    "INVALID_ARGUMENT",
    `instance '${name}' asks for a GPU (KIND_GPU, device ${deviceId}), but no execution provider of this engine's ONNX Runtime could use one: ${failures.map(essence).join("; ")}. Use KIND_AUTO or KIND_CPU${cuda}`,
  );
}

/** The runtime's error message in one line, without its source location. */
function essence(failure: string): string {
  const line = failure.replaceAll(/\s+/g, " ").trim();
  return line.replace(/\S+\.cc:\d+ .*? was false\. /, "").replace(/\.$/, "");
}
