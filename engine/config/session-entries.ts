import { oneOf, type OptionValues, pattern, wholeNumber } from "./option-values.ts";

const SWITCH = oneOf("0", "1");
const SPIN_DURATION = wholeNumber(0, 1_000_000);
const SPIN_BACKOFF = wholeNumber(1, 1024);

/**
 * Every key that `parameters` may set in a session's configuration (rule OPT-1 of ../backends/SPEC.md). Many other keys of
 * ONNX Runtime name files that it reads or writes, so unlisted keys are rejected, including those of later versions. Never
 * add a key whose value is a path, a memory address or the size of a file.
 */
export const SESSION_ENTRIES: Readonly<Record<string, OptionValues>> = {
  "session.set_denormal_as_zero": SWITCH,
  "session.disable_prepacking": SWITCH,
  "session.use_device_allocator_for_initializers": SWITCH,
  "session.use_deterministic_compute": SWITCH,
  "session.disable_cpu_ep_fallback": SWITCH,
  "session.intra_op.allow_spinning": SWITCH,
  "session.intra_op.spin_duration_us": SPIN_DURATION,
  "session.intra_op.spin_backoff_max": SPIN_BACKOFF,
  "session.inter_op.allow_spinning": SWITCH,
  "session.inter_op.spin_duration_us": SPIN_DURATION,
  "session.inter_op.spin_backoff_max": SPIN_BACKOFF,
  "session.force_spinning_stop": SWITCH,
  "session.dynamic_block_base": wholeNumber(0, 1024),
  "session.intra_op_thread_affinities": pattern(
    'processors for each thread but the first, such as "1,2;3-4"',
    /^[0-9]{1,5}(?:[,-][0-9]{1,5})*(?:;[0-9]{1,5}(?:[,-][0-9]{1,5})*)*$/,
  ),
  "session.disable_quant_qdq": SWITCH,
  "session.enable_quant_qdq": SWITCH,
  "session.disable_double_qdq_remover": SWITCH,
  "session.disable_qdq_constant_folding": SWITCH,
  "session.enable_quant_qdq_cleanup": SWITCH,
  "session.qdqisint8allowed": SWITCH,
  "session.x64quantprecision": SWITCH,
  "session.enable_dq_matmulnbits_fusion": SWITCH,
  "session.qdq_matmulnbits_accuracy_level": wholeNumber(0, 4),
  "session.qdq_matmulnbits_block_size": oneOf("-1", "0", "16", "32", "64", "128", "256"),
  "session.disable_aot_function_inlining": SWITCH,
  "session.allow_released_opsets_only": SWITCH,
  "session.strict_shape_type_inference": SWITCH,
  "session.graph_optimizations_loop_level": oneOf("0", "1", "2"),
  "optimization.enable_gelu_approximation": SWITCH,
  "optimization.enable_cast_chain_elimination": SWITCH,
  "optimization.disable_specified_optimizers": pattern(
    'names of optimizers, such as "ConstantFolding;GeluFusion"',
    /^[A-Za-z0-9_]+(?:;[A-Za-z0-9_]+)*$/,
  ),
};

/** Keys that are set by a parameter or field of their own. */
const INSTEAD: Readonly<Record<string, string>> = {
  "session.intra_op_num_threads": 'set the parameter "intra_op_thread_count" instead',
  "session.inter_op_num_threads": 'set the parameter "inter_op_thread_count" instead',
  "session.execution_mode": 'set the parameter "execution_mode" instead',
  "session.enable_cpu_mem_arena": 'set the parameter "enable_mem_arena" instead',
  "session.enable_mem_pattern": 'set the parameter "enable_mem_pattern" instead',
  "session.graph_optimization_level": "set optimization { graph { level } } instead",
  "session.load_model_format": "give the file a name that ends with .onnx or .ort instead",
};

/** Whether a parameter belongs to the session's configuration. */
export function isSessionEntry(parameter: string): boolean {
  return /^(session|optimization)\./.test(parameter);
}

/** Why the engine rejects a value of a session configuration key; undefined if it accepts it. */
export function sessionEntryProblem(key: string, value: string): string | undefined {
  const entry = SESSION_ENTRIES[key];
  if (entry !== undefined) {
    if (entry.accepts(value)) return undefined;
    return `parameters "${key}" is "${value}", expected ${entry.expected}`;
  }
  const allowed = Object.keys(SESSION_ENTRIES).join(", ");
  return `parameters "${key}" is not allowed: the ONNX Runtime reads and writes files through some of these settings, so only harmless ones are passed on; ${INSTEAD[key] ?? "remove it"}. Allowed are ${allowed}`;
}
