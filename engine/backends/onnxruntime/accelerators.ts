import type { ModelConfig } from "../../config/types.ts";
import { StatusError } from "../../protocol/status.ts";

interface Accelerator {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Execution providers of the runtime that compute on a GPU, under the names that the configuration uses. */
export const GPU_PROVIDERS = ["tensorrt", "cuda", "dml", "coreml", "webgpu"] as const;

export type GpuProvider = (typeof GPU_PROVIDERS)[number];

/** Parameters that change results; what they may say, since the runtime's binding hands none of them on. */
const NEUTRAL: readonly [name: RegExp, value: string][] = [
  [/^precision_mode$/, "FP32"],
  [/^int8_/, ""],
  [/^trt_dla_/, "0"],
];

/** The GPU accelerators that the configuration names, in its order; throws INVALID_ARGUMENT for others (rule X7). */
export function gpuAccelerators(config: ModelConfig): GpuProvider[] {
  return accelerators(config, "gpu_execution_accelerator").map(({ name, parameters }) => {
    const known = GPU_PROVIDERS.find((provider) => provider === name);
    if (known === undefined) throw unknown(name, GPU_PROVIDERS);
    refuseParameters(name, parameters);
    return known;
  });
}

/** The runtime that comes with the engine has no accelerator for CPUs: any name throws INVALID_ARGUMENT. */
export function refuseCpuAccelerators(config: ModelConfig): void {
  const [first] = accelerators(config, "cpu_execution_accelerator");
  if (first !== undefined) throw unknown(first.name, []);
}

function accelerators(config: ModelConfig, field: string): readonly Accelerator[] {
  const all = config.optimization?.["execution_accelerators"] as
    | Record<string, readonly Accelerator[] | undefined>
    | undefined;
  return all?.[field] ?? [];
}

function unknown(name: string, known: readonly string[]): StatusError {
  const list = known.map((provider) => `'${provider}'`).join(", ");
  const hint =
    known.length > 0
      ? `this engine knows ${list}`
      : "this engine's ONNX Runtime has none for the CPU: remove it";
  return new StatusError(
    "INVALID_ARGUMENT",
    `unknown Execution Accelerator '${name}' is requested; ${hint}`,
  );
}

function refuseParameters(name: string, parameters: Accelerator["parameters"]): void {
  for (const [key, value] of Object.entries(parameters ?? {})) {
    const rule = NEUTRAL.find(([pattern]) => pattern.test(key));
    if (rule === undefined || value === rule[1]) continue;
    const instead = rule[1] === "" ? "remove it" : `remove it or use "${rule[1]}"`;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `execution accelerator '${name}' has the parameter "${key}" with "${value}", which the ONNX Runtime's Node binding does not hand on and which changes results; ${instead}`,
    );
  }
}
