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
 * Options of an ONNX session from the names that Triton's onnxruntime backend gives them (rules BACKEND-1 to BACKEND-4 and OPT-1
 * of ../SPEC.md); throws INVALID_ARGUMENT for values that it does not take.
 */
export function sessionOptions(
  config: ModelConfig,
  instanceCount: number,
  executionProviders: SessionOptions["executionProviders"],
): SessionOptions {
  refuseCustomOperators(config);
  // Accepted without effect: they save memory, and the runtime's binding takes no options of a run.
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
    // Errors reach the client; the runtime need not print them as well.
    logSeverityLevel: 4,
    extra: {
      // A dense model fed with denormal numbers ran 18 times slower without it.
      "session.set_denormal_as_zero": "1",
      // With all cores taken, threads that spin between operators take time from those that have work.
      ...(instanceCount * intraOp >= availableParallelism() && { [SPINNING]: "0" }),
      ...sessionEntries(config),
    },
  };
}

/** Rule BACKEND-2: all instances of a model version together take each core once. */
function shareOfCores(instanceCount: number): number {
  return Math.max(1, Math.floor(availableParallelism() / Math.max(1, instanceCount)));
}

/** Rules BACKEND-3 and OPT-1. */
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

/** Triton's levels: −1 basic, 1 extended, 2 none; everything else is all optimisations. */
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
    `model_operations.op_library_filename is "${files[0]}", but this engine's ONNX Runtime loads no libraries of custom operators; serve the model with a Triton server and connect to that`,
  );
}
