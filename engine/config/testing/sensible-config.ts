import fc from "fast-check";
import type { LintContext } from "../index.ts";

const choice = (...texts: readonly string[]) => fc.constantFrom(...texts);
/** One of the texts, or "". */
const maybe = (...texts: readonly string[]) => choice("", "", ...texts);

const backend = choice(
  'backend: "onnxruntime"',
  'backend: "python"',
  'platform: "tensorrt_plan"',
  'backend: "identity"',
);

const tensors = fc.tuple(choice("128", "-1", "3, -1, -1"), maybe("allow_ragged_batch: true")).map(
  ([dims, ragged]) =>
    `input [ { name: "x" data_type: TYPE_FP32 dims: [ ${dims} ] ${dims === "-1" ? ragged : ""} } ]
output [ { name: "y" data_type: TYPE_FP32 dims: [ ${dims} ] } ]`,
);

const policy = choice(
  "",
  "default_queue_policy { max_queue_size: 64 }",
  "default_queue_policy { default_timeout_microseconds: 40000 }",
  "default_queue_policy { timeout_action: DELAY default_timeout_microseconds: 40000 }",
  "default_queue_policy { timeout_action: DELAY allow_timeout_override: true }",
  "default_queue_policy { allow_timeout_override: true max_queue_size: 8 }",
);

const batching = fc
  .tuple(
    maybe("preferred_batch_size: [ 8 ]", "preferred_batch_size: [ 2, 4 ]"),
    maybe(
      "max_queue_delay_microseconds: 150",
      "max_queue_delay_microseconds: 5000",
      "max_queue_delay_microseconds: 400000",
    ),
    policy,
    maybe(
      "preserve_ordering: true",
      "priority_levels: 2 default_priority_level: 1",
      "priority_levels: 2 default_priority_level: 2 priority_queue_policy { key: 1 value { } }",
    ),
  )
  .map((parts) => `dynamic_batching { ${parts.join(" ")} }`);

const instances = maybe(
  "instance_group { count: 1 }",
  "instance_group { kind: KIND_CPU count: 2 }",
  "instance_group { kind: KIND_CPU count: 9 }",
  "instance_group { kind: KIND_GPU count: 4 }",
  "instance_group [ { kind: KIND_CPU }, { kind: KIND_GPU } ]",
);

/** Realistic texts of configurations with varied batching, queues, caches and instances. */
export function sensibleConfig(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc
        .tuple(backend, choice("0", "1", "2", "8", "32"), tensors)
        .map(([name, most, shapes]) => `${name}\nmax_batch_size: ${most} # items\n${shapes}`),
      fc.option(batching, { nil: "", freq: 3 }),
      instances,
      maybe(
        'parameters { key: "intra_op_thread_count" value { string_value: "1" } }',
        'parameters { key: "intra_op_thread_count" value { string_value: "4" } }',
      ),
      maybe("response_cache { enable: true }", "response_cache { enable: false }"),
      maybe("model_transaction_policy { decoupled: true }"),
      maybe(
        'model_warmup { name: "w" batch_size: 8 inputs { key: "x" value { data_type: TYPE_FP32 dims: [ 128 ] zero_data: true } } }',
      ),
    )
    .map((parts) => `${parts.filter(Boolean).join("\n")}\n`);
}

/** A random selection of what may be known about the server. */
export function lintContext(): fc.Arbitrary<LintContext> {
  return fc.record(
    {
      server: fc.constantFrom("triton", "embedded"),
      cores: fc.constantFrom(1, 2, 4, 16),
      cache: fc.boolean(),
      latencyObjectiveMs: fc.constantFrom(0.3, 1, 20, 30, 250),
      gpus: fc.constantFrom([], [0]),
      autoComplete: fc.constant(true),
    },
    { requiredKeys: [] },
  );
}
