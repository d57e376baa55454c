import { parseConfig } from "../../parse.ts";
import { mlpSignature } from "../../testing/fixtures.ts";
import type { ConfigurationRuleId } from "../rules.ts";
import type { LintOptions } from "../subject.ts";

export interface Example {
  readonly text: string;
  readonly options?: Partial<LintOptions>;
}

interface Examples {
  /** Examples in which the rule reports a finding. */
  readonly fires: readonly Example[];
  /** Similar examples in which it doesn't. */
  readonly silent: readonly Example[];
}

const IO =
  'input { name: "x" data_type: TYPE_FP32 dims: 128 } output { name: "y" data_type: TYPE_FP32 dims: 10 }';
const ONNX = `backend: "onnxruntime" max_batch_size: 8 ${IO}`;
const LIMITED = "default_queue_policy { max_queue_size: 64 }";
const CONTROL = 'control_input { name: "s" control { int32_false_true: [0, 1] } }';
const STEPS = `step { model_name: "a" input_map { key: "x" value: "x" } output_map { key: "y" value: "m" } }
  step { model_name: "b" input_map { key: "x" value: "m" } output_map { key: "y" value: "y" } }`;
const ensemble = (scheduling: string, more = "") =>
  `platform: "ensemble" max_batch_size: 8 ${IO}\nensemble_scheduling {\n  ${scheduling}\n}\n${more}`;
const batching = (inside: string, more = "") => `${ONNX}\ndynamic_batching { ${inside} }\n${more}`;
const model = (name: string, text: string) => ({ name, config: parseConfig(text).config });

const example = (text: string, options: Partial<LintOptions> = {}): Example => ({ text, options });

/** Text in `dynamic_batching` with a queue limit, so that no other rule reports a finding. */
const limited = (inside: string) => batching(`${LIMITED} ${inside}`);

export const EXAMPLES: Readonly<Record<ConfigurationRuleId, Examples>> = {
  Q1: {
    fires: [
      example(batching("")),
      example(`${ONNX} # no braces yet\ndynamic_batching {\n}\n`, {
        latencyObjectiveMs: 100,
        requestRate: 500,
      }),
      example(batching("default_queue_policy { timeout_action: DELAY }")),
      example(
        batching(
          `${LIMITED} priority_levels: 2 default_priority_level: 1 priority_queue_policy { key: 1 value { } }`,
        ),
      ),
    ],
    silent: [
      example(batching(LIMITED)),
      example(batching("default_queue_policy { default_timeout_microseconds: 1000 }")),
      example(
        batching(
          "priority_levels: 1 default_priority_level: 1 priority_queue_policy { key: 1 value { max_queue_size: 4 } }",
        ),
      ),
      example(ONNX),
    ],
  },
  Q2: {
    fires: [example(ONNX), example(ONNX, { autoComplete: false })],
    silent: [
      example('backend: "identity"'),
      example(batching("")),
      example(`${ONNX} sequence_batching { ${CONTROL} }`),
      example(ensemble(STEPS)),
      example("max_batch_size: 8", { signature: mlpSignature }),
    ],
  },
  Q3: {
    fires: [
      example(limited("max_queue_delay_microseconds: 200000")),
      example(limited("max_queue_delay_microseconds: 6000"), { latencyObjectiveMs: 20 }),
      example(
        `${ONNX} sequence_batching { ${CONTROL} oldest { max_queue_delay_microseconds: 500000 } }`,
      ),
    ],
    silent: [
      example(limited("max_queue_delay_microseconds: 100000")),
      example(limited("max_queue_delay_microseconds: 5000"), { latencyObjectiveMs: 20 }),
    ],
  },
  Q4: {
    fires: [
      example(batching("default_queue_policy { allow_timeout_override: true max_queue_size: 8 }")),
      example(
        batching(
          `${LIMITED} priority_levels: 2 default_priority_level: 2
          priority_queue_policy { key: 2 value { allow_timeout_override: true } }`,
        ),
        { latencyObjectiveMs: 250 },
      ),
      example(
        batching(
          "preserve_ordering: true default_queue_policy { timeout_action: DELAY allow_timeout_override: true }",
        ),
      ),
    ],
    silent: [
      example(
        batching(
          "default_queue_policy { allow_timeout_override: true default_timeout_microseconds: 5000 }",
        ),
      ),
      example(batching("default_queue_policy { max_queue_size: 8 }")),
    ],
  },
  Q5: {
    fires: [
      example(batching("priority_levels: 3 default_priority_level: 2"), { server: "triton" }),
      example(
        batching(
          "default_queue_policy { default_timeout_microseconds: 1000 allow_timeout_override: true }",
        ),
      ),
    ],
    silent: [
      example(batching("")),
      example(batching(LIMITED)),
      example(batching("default_queue_policy { default_timeout_microseconds: 1000 }")),
      example(batching("default_queue_policy { timeout_action: DELAY }")),
      example(batching("priority_levels: 3 default_priority_level: 2"), { server: "embedded" }),
    ],
  },
  Q6: {
    fires: [
      example(
        batching(
          "default_queue_policy { timeout_action: DELAY default_timeout_microseconds: 5000 }",
        ),
      ),
    ],
    silent: [
      example(batching("default_queue_policy { timeout_action: DELAY max_queue_size: 8 }")),
      example(batching("default_queue_policy { default_timeout_microseconds: 5000 }")),
    ],
  },
  Q7: {
    fires: [
      example(limited("preserve_ordering: true priority_levels: 2 default_priority_level: 1")),
      example(
        batching(
          "preserve_ordering: true default_queue_policy { timeout_action: DELAY default_timeout_microseconds: 1 }",
        ),
      ),
    ],
    silent: [
      example(limited("preserve_ordering: true priority_levels: 1 default_priority_level: 1")),
      example(limited("priority_levels: 2 default_priority_level: 1")),
    ],
  },
  Q8: {
    fires: [
      example(limited("priority_levels: 4")),
      example(limited("priority_levels: 2 default_priority_level: 3")),
    ],
    silent: [example(limited("priority_levels: 2 default_priority_level: 2"))],
  },
  B1: {
    fires: [
      example(limited("preferred_batch_size: [2, 4, 8]")),
      example(
        `${ONNX} sequence_batching { ${CONTROL} oldest {\n  # tuned\n  preferred_batch_size: 2\n} }`,
      ),
    ],
    silent: [
      example(limited("preferred_batch_size: 8")),
      example(
        `platform: "tensorrt_plan" max_batch_size: 8 ${IO} dynamic_batching { preferred_batch_size: 4 }`,
      ),
      example(limited("max_queue_delay_microseconds: 100")),
    ],
  },
  B2: {
    fires: [
      example(limited("preferred_batch_size: 16")),
      example(limited("preferred_batch_size: [4, 16]")),
      example(limited("preferred_batch_size: [0, 8]")),
    ],
    silent: [example(limited("preferred_batch_size: [4, 8]"))],
  },
  B3: {
    fires: [
      example(`backend: "identity" ${IO}\ndynamic_batching { }`),
      example(
        `backend: "identity" ${IO}\ndynamic_batching { ${LIMITED} max_queue_delay_microseconds: 100 }`,
      ),
    ],
    silent: [
      example(batching("")),
      example(`backend: "identity" ${IO}\ndynamic_batching { ${LIMITED} }`),
      example("dynamic_batching { }", { signature: mlpSignature }),
      example("dynamic_batching { }"),
    ],
  },
  B4: {
    fires: [
      example("", { signature: mlpSignature }),
      example('backend: "onnxruntime" max_batch_size: 8'),
      example("max_batch_size: 8 # of eight\n", { signature: mlpSignature, autoComplete: true }),
    ],
    silent: [
      example("max_batch_size: 8", { signature: mlpSignature, autoComplete: false }),
      example("dynamic_batching { }", { signature: mlpSignature }),
      example(ONNX, { signature: mlpSignature }),
      example('backend: "python" max_batch_size: 8'),
    ],
  },
  B5: {
    fires: [
      example(
        'backend: "identity" max_batch_size: 8 input { name: "x" data_type: TYPE_FP32 dims: [3, -1] } dynamic_batching { }',
      ),
    ],
    silent: [
      example(batching("")),
      example(
        'backend: "identity" max_batch_size: 8 input { name: "x" data_type: TYPE_FP32 dims: -1 allow_ragged_batch: true } dynamic_batching { }',
      ),
      example(
        'backend: "identity" max_batch_size: 8 input { name: "x" data_type: TYPE_FP32 dims: -1 }',
      ),
    ],
  },
  C1: {
    fires: [
      example(
        `${ONNX}\nresponse_cache { enable: true }\nmodel_transaction_policy { decoupled: true }`,
      ),
    ],
    silent: [
      example(
        `${ONNX}\nresponse_cache { enable: false }\nmodel_transaction_policy { decoupled: true }`,
      ),
    ],
  },
  C2: {
    fires: [example(`${ONNX}\nresponse_cache { enable: true }\nsequence_batching { ${CONTROL} }`)],
    silent: [example(`${ONNX}\nresponse_cache { enable: true }\ndynamic_batching { }`)],
  },
  C3: {
    fires: [
      example(`${ONNX}\nresponse_cache { enable: true }`, { cache: false }),
      example(ONNX, { cache: true, models: [model("other", ONNX)] }),
    ],
    silent: [
      example(`${ONNX}\nresponse_cache { enable: true }`, { cache: true, models: [] }),
      example(`${ONNX}\nresponse_cache { enable: true }`),
      example(ONNX, { cache: true }),
      example(ONNX, {
        cache: true,
        models: [model("other", "response_cache { enable: true }")],
      }),
    ],
  },
  I1: {
    fires: [
      example(`${ONNX}\ninstance_group { kind: KIND_CPU count: 2 }`, { cores: 4 }),
      example(ONNX, { cores: 4, gpus: [], server: "triton" }),
      example(
        `${ONNX}\ninstance_group [ { kind: KIND_CPU count: 3 } ]\nparameters { key: "intra_op_thread_count" value { string_value: "4" } }`,
        { cores: 8, server: "embedded" },
      ),
      example(`${ONNX}\ninstance_group { kind: KIND_CPU count: 9 }`, {
        cores: 2,
        server: "embedded",
      }),
    ],
    silent: [
      example(`${ONNX}\ninstance_group { kind: KIND_CPU count: 2 }`),
      example(`${ONNX}\ninstance_group { kind: KIND_CPU count: 2 }`, {
        cores: 4,
        server: "embedded",
      }),
      example(
        `${ONNX}\ninstance_group { kind: KIND_CPU count: 2 }\nparameters { key: "intra_op_thread_count" value { string_value: "2" } }`,
        { cores: 4 },
      ),
      example(`${ONNX}\ninstance_group { kind: KIND_GPU }`, { cores: 4 }),
      example(ONNX, { cores: 4 }),
      example(`backend: "identity" ${IO}`, { cores: 1, gpus: [] }),
    ],
  },
  I2: {
    fires: [
      example(batching(LIMITED, "instance_group { kind: KIND_GPU count: 4 }")),
      example(batching(LIMITED, "instance_group { count: 3 }"), {
        gpus: [0],
        gpuUtilization: 0.95,
      }),
    ],
    silent: [
      example(batching(LIMITED, "instance_group { kind: KIND_GPU count: 2 }")),
      example(batching(LIMITED, "instance_group { kind: KIND_GPU count: 4 }"), {
        gpuUtilization: 0.5,
      }),
      example(batching(LIMITED, "instance_group { kind: KIND_CPU count: 4 }")),
      example(`${ONNX} instance_group { kind: KIND_GPU count: 4 }`),
    ],
  },
  I3: {
    fires: [
      example(ensemble(STEPS, "instance_group { count: 2 }")),
      example(ensemble(STEPS, "optimization { }")),
      example(ensemble(STEPS, 'model_warmup { name: "w" }')),
    ],
    silent: [example(ensemble(STEPS))],
  },
  I4: {
    fires: [example(ensemble(STEPS), { models: [model("b", ONNX)] })],
    silent: [
      example(ensemble(STEPS)),
      example(ensemble(STEPS), {
        models: [model("a", batching("")), model("b", 'backend: "identity"'), model("c", ONNX)],
      }),
      example(ensemble(STEPS), {
        models: [model("a", 'backend: "onnxruntime" max_batch_size: 8')],
      }),
    ],
  },
  I5: {
    fires: [
      example(ensemble(STEPS), {
        models: [model("a", `${ONNX} model_transaction_policy { decoupled: true }`)],
      }),
    ],
    silent: [
      example(ensemble(`${STEPS} max_inflight_requests: 4`), {
        models: [model("a", `${ONNX} model_transaction_policy { decoupled: true }`)],
      }),
      example(ensemble(STEPS), { models: [model("a", ONNX)] }),
    ],
  },
  I6: {
    fires: [
      example(`platform: "tensorrt_plan" max_batch_size: 8 ${IO}`),
      example('backend: "python"'),
      example(
        `${ONNX} optimization { execution_accelerators { gpu_execution_accelerator { name: "tensorrt" } } }`,
      ),
    ],
    silent: [
      example(ONNX),
      example(
        `backend: "python" ${IO} model_warmup { name: "w" batch_size: 1 inputs { key: "x" value { data_type: TYPE_FP32 dims: 128 zero_data: true } } }`,
      ),
    ],
  },
};
