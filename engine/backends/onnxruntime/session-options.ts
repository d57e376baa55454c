import { availableParallelism } from "node:os";
import type { InferenceSession } from "onnxruntime-node";
import { isSessionEntry, sessionEntryProblem } from "../../config/session-entries.ts";
import type { ModelConfig } from "../../config/types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { flag, readChoice, wholeNumber } from "./parameters.ts";

type SessionOptions = InferenceSession.SessionOptions;

const MAX_THREADS = 1024;

const SPINNING = "session.intra_op.allow_spinning";

/**
 * ONNX session options from the parameters of Triton's onnxruntime backend (BACKEND-1 to BACKEND-4
 * and OPT-1); throws INVALID_ARGUMENT for invalid values.
 */
export function sessionOptions(
  config: ModelConfig,
  instanceCount: number,
  executionProviders: SessionOptions["executionProviders"],
): SessionOptions {
  refuseCustomOperators(config);
  // Accepted without effect: they save memory, and the binding takes no run options.
  flag(config, "share_session_between_instances");
  const intraOp =
    wholeNumber(config, "intra_op_thread_count", MAX_THREADS) || shareOfCores(instanceCount);
  const interOp = wholeNumber(config, "inter_op_thread_count", MAX_THREADS);
  const parallel = readChoice(config, "execution_mode", ["0", "1"]) === "1";
  return {
    ...(executionProviders && { executionProviders }),
    intraOpNumThreads: intraOp,
    interOpNumThreads: interOp || 1,
    executionMode: parallel ? "parallel" : "sequential",
    enableCpuMemArena: flag(config, "enable_mem_arena") ?? true,
    enableMemPattern: flag(config, "enable_mem_pattern") ?? !parallel,
    graphOptimizationLevel: graphLevel(config),
    // Errors reach the client; the runtime need not print them too.
    logSeverityLevel: 4,
    extra: {
      // Without it, a dense model with denormal inputs ran 18 times slower.
      "session.set_denormal_as_zero": "1",
      // If all cores are taken, threads that spin between operators slow down the others.
      ...(instanceCount * intraOp >= availableParallelism() && { [SPINNING]: "0" }),
      ...sessionEntries(config),
    },
  };
}

/** BACKEND-2: all instances of a model version together use each core once. */
function shareOfCores(instanceCount: number): number {
  return Math.max(1, Math.floor(availableParallelism() / Math.max(1, instanceCount)));
}

/** BACKEND-3 and OPT-1. */
function sessionEntries({ parameters }: ModelConfig): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const [name, { string_value: value }] of Object.entries(parameters)) {
    if (!isSessionEntry(name)) continue;
    const problem = sessionEntryProblem(name, value);
    if (problem !== undefined) {
      throw new StatusError("INVALID_ARGUMENT", problem, {
        details: { field: `parameters["${name}"]` },
      });
    }
    entries[name] = value;
  }
  return entries;
}

/** Triton's levels: −1 basic, 1 extended, 2 none; all others enable all optimizations. */
function graphLevel(config: ModelConfig): NonNullable<SessionOptions["graphOptimizationLevel"]> {
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

function refuseCustomOperators({ model_operations: operations }: ModelConfig): void {
  const files = operations?.["op_library_filename"] as readonly string[] | undefined;
  if (files === undefined || files.length === 0) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `model_operations.op_library_filename is "${files[0]}", but this engine doesn't load custom operator libraries. Serve the model with Triton and connect to that server`,
  );
}
