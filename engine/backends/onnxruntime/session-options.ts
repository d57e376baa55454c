import { availableParallelism } from "node:os";
import type { InferenceSession } from "onnxruntime-node";
import type { ModelConfig } from "../../config/types.ts";
import { StatusError } from "../../protocol/status.ts";
import type { ExecutionProvider } from "./execution-provider.ts";

/**
 * Options of an ONNX session from the names that Triton's onnxruntime backend gives them: `parameters`
 * intra_op_thread_count, inter_op_thread_count, execution_mode (0 sequential, 1 parallel), enable_mem_arena,
 * and `optimization { graph { level } }`. Where no thread count is given, the instances share the cores.
 */
export function sessionOptions(
  config: ModelConfig,
  instanceCount: number,
  provider: ExecutionProvider,
): InferenceSession.SessionOptions {
  const share = Math.max(1, Math.floor(availableParallelism() / Math.max(1, instanceCount)));
  return {
    ...provider.sessionOptions,
    intraOpNumThreads: threads(config, "intra_op_thread_count") || share,
    interOpNumThreads: threads(config, "inter_op_thread_count") || 1,
    executionMode: flag(config, "execution_mode") === true ? "parallel" : "sequential",
    enableCpuMemArena: flag(config, "enable_mem_arena") ?? true,
    graphOptimizationLevel: graphLevel(config),
    // Errors reach the client; the runtime need not print them as well.
    logSeverityLevel: 4,
    // A dense model fed with denormal numbers ran 18 times slower without it.
    extra: { session: { set_denormal_as_zero: "1" } },
  };
}

function parameter(config: ModelConfig, name: string): string | undefined {
  return config.parameters[name]?.string_value;
}

/** 0 leaves the choice to the engine. */
function threads(config: ModelConfig, name: string): number {
  const text = parameter(config, name) ?? "0";
  const count = Number(text);
  if (!(Number.isInteger(count) && count >= 0 && count <= 1024)) {
    throw invalid(name, text, "a whole number from 0 (the engine chooses) to 1024");
  }
  return count;
}

function flag(config: ModelConfig, name: string): boolean | undefined {
  const text = parameter(config, name);
  if (text === undefined) return undefined;
  if (text !== "0" && text !== "1") throw invalid(name, text, '"0" or "1"');
  return text === "1";
}

function invalid(name: string, text: string, expected: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `parameters "${name}" is "${text}", expected ${expected}`,
  );
}

/** Triton's levels: −1 basic, 1 extended, 2 none; everything else is all optimisations. */
function graphLevel(
  config: ModelConfig,
): NonNullable<InferenceSession.SessionOptions["graphOptimizationLevel"]> {
  const graph = config.optimization?.["graph"] as { level?: number } | undefined;
  switch (graph?.level) {
    case -1:
      return "basic";
    case 1:
      return "extended";
    case 2:
      return "disabled";
    default:
      return "all";
  }
}
