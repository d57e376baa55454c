import { describe, expect, test } from "vitest";
import { parseConfig, requireValid, validateConfig } from "./index.ts";

const IO =
  'input { name: "x" data_type: TYPE_FP32 dims: -1 } output { name: "y" data_type: TYPE_FP32 dims: -1 }';
const ENSEMBLE = `platform: "ensemble"
input { name: "in" data_type: TYPE_FP32 dims: 1 } output { name: "out" data_type: TYPE_FP32 dims: 1 }`;
const STEP_A =
  'step { model_name: "a" input_map { key: "x" value: "in" } output_map { key: "y" value: "mid" } }';
const STEP_B =
  'step { model_name: "b" input_map { key: "x" value: "mid" } output_map { key: "y" value: "out" } }';

/** Findings as `id @ the text they mark`. */
function found(text: string, gpus?: number[]): string[] {
  const source = parseConfig(text);
  expect(source.findings).toEqual([]);
  const options = { modelName: "m", source, ...(gpus && { gpus }) };
  return validateConfig(source.config, options).map(
    ({ id, from, to }) => `${id} @ ${text.slice(from, to)}`,
  );
}

describe("validation", () => {
  test.each([
    ["CFG-V1", `backend: "b" name: "other" ${IO}`, ['name-differs @ "other"']],
    ["CFG-V2", IO, ["backend-missing @ "]],
    [
      "CFG-V2",
      `backend: "python" platform: "onnxruntime_onnx"`,
      ['platform-backend @ "onnxruntime_onnx"'],
    ],
    ["CFG-V2", 'backend: "onnxruntime" platform: "mine"', ['platform-backend @ "mine"']],
    ["CFG-V2", 'backend: "mine" platform: "theirs"', []],
    ["CFG-V2", 'platform: "mine"', ['platform-unknown @ "mine"']],
    ["CFG-V2", 'platform: "torch_aoti"', []],
    [
      "CFG-V2",
      `backend: "b" ${ENSEMBLE} ensemble_scheduling { ${STEP_A} ${STEP_B} }`,
      ['ensemble-backend @ "b"'],
    ],
    ["CFG-V3", `backend: "b" max_batch_size: -1`, ["max-batch-negative @ -1"]],
    [
      "CFG-V3",
      `backend: "b" max_batch_size: 4 dynamic_batching { preferred_batch_size: [0, 4, 8] }`,
      ["preferred-not-positive @ 0", "preferred-exceeds-max @ 8"],
    ],
    [
      "CFG-V3",
      `backend: "b" max_batch_size: 4 sequence_batching { oldest { preferred_batch_size: 5 } }`,
      ["preferred-exceeds-max @ 5"],
    ],
    [
      "CFG-V4",
      `backend: "b" dynamic_batching { priority_levels: 2 default_priority_level: 3 priority_queue_policy { key: 9 value { } } }`,
      ["priority-out-of-range @ 3", "priority-out-of-range @ priority_queue_policy"],
    ],
    [
      "CFG-V5",
      `backend: "b" dynamic_batching { preserve_ordering: true priority_levels: 2 default_priority_level: 1 }`,
      ["ordering-priorities @ true"],
    ],
    [
      "CFG-V5",
      `backend: "b" dynamic_batching { preserve_ordering: true default_queue_policy { timeout_action: DELAY default_timeout_microseconds: 1 } }`,
      ["ordering-delay @ DELAY"],
    ],
    [
      "CFG-V5",
      `backend: "b" dynamic_batching { preserve_ordering: true default_queue_policy { timeout_action: DELAY } }`,
      [],
    ],
    [
      "CFG-V6",
      `backend: "b" response_cache { enable: true } sequence_batching { }`,
      ["cache-unsupported @ true"],
    ],
    [
      "CFG-V6",
      `backend: "b" response_cache { enable: true } model_transaction_policy { decoupled: true }`,
      ["cache-unsupported @ true"],
    ],
    [
      "CFG-V7",
      `backend: "b" sequence_batching { control_input { name: "s" control { int32_false_true: [0, 1] } } control_input { name: "s" control { int32_false_true: [0] } } }`,
      ['control-reused @ "s"', "control-twice @ control", "control-pair @ 0"],
    ],
    [
      "CFG-V7",
      `backend: "b" sequence_batching { control_input { control { } } }`,
      ["control-name @ control_input", "control-pair @ control"],
    ],
    [
      "CFG-V7",
      `backend: "b" sequence_batching { control_input { name: "c" control { kind: CONTROL_SEQUENCE_CORRID data_type: TYPE_FP32 } } direct { minimum_slot_utilization: 2 } }`,
      ["control-type @ TYPE_FP32", "slot-utilization @ 2"],
    ],
    ["CFG-V8", `${ENSEMBLE} ensemble_scheduling { ${STEP_A} ${STEP_B} }`, []],
    [
      "CFG-V8",
      `backend: "b" ensemble_scheduling { ${STEP_A} }`,
      ["ensemble-platform @ ensemble_scheduling"],
    ],
    ["CFG-V8", ENSEMBLE, ['ensemble-missing @ "ensemble"']],
    [
      "CFG-V8",
      `${ENSEMBLE} ensemble_scheduling { ${STEP_A} ${STEP_B} } instance_group { } optimization { } model_warmup { }`,
      [
        "ensemble-instances @ instance_group",
        "ensemble-optimization @ optimization",
        "ensemble-warmup @ model_warmup",
      ],
    ],
    [
      "CFG-V8",
      `${ENSEMBLE} ensemble_scheduling { ${STEP_A} }`,
      ['ensemble-not-written @ "out"', 'ensemble-unused @ "mid"'],
    ],
    [
      "CFG-V8",
      `${ENSEMBLE} ensemble_scheduling { ${STEP_B} }`,
      ['ensemble-unused @ "in"', 'ensemble-not-written @ "mid"'],
    ],
    [
      "CFG-V8",
      `${ENSEMBLE} ensemble_scheduling { ${STEP_A} ${STEP_B} ${STEP_B} }`,
      ['ensemble-written-twice @ "out"'],
    ],
    [
      "CFG-V8",
      `${ENSEMBLE} ensemble_scheduling { ${STEP_A} ${STEP_B}
        step { model_name: "c" input_map { key: "a" value: "q" } input_map { key: "b" value: "in" } output_map { key: "y" value: "p" } }
        step { model_name: "d" input_map { key: "a" value: "p" } output_map { key: "y" value: "q" } } }`,
      ["ensemble-cycle @ step"],
    ],
    [
      "CFG-V9",
      `backend: "b" input { dims: 0 }`,
      ["tensor-name @ input", "tensor-type @ input", "dimension @ 0"],
    ],
    [
      "CFG-V9",
      `backend: "b" output { name: "y" data_type: TYPE_FP32 } output { name: "y" data_type: TYPE_FP32 dims: [-2] }`,
      ["tensor-dims @ output", 'tensor-twice @ "y"', "dimension @ -2"],
    ],
    [
      "CFG-V9",
      `backend: "b" input { name: "x" data_type: TYPE_FP32 dims: [2, -1, 6] reshape { shape: [2, -1, 2, 3] } }`,
      [],
    ],
    [
      "CFG-V9",
      `backend: "b" input { name: "x" data_type: TYPE_FP32 dims: [2, -1, 6] reshape { shape: [12, -1] } }`,
      ["reshape @ reshape"],
    ],
    [
      "CFG-V9",
      `backend: "b" input { name: "x" data_type: TYPE_FP32 dims: 1 reshape { } }`,
      ["reshape @ reshape"],
    ],
    [
      "CFG-V9",
      `backend: "b" max_batch_size: 1 input { name: "x" data_type: TYPE_FP32 dims: 1 reshape { } }`,
      [],
    ],
    [
      "CFG-V9",
      `backend: "b" input { name: "x" data_type: TYPE_FP32 dims: [3, 3] format: FORMAT_NCHW is_shape_tensor: true }`,
      ["format-dims @ FORMAT_NCHW", "tensorrt-only @ true"],
    ],
    [
      "CFG-V9",
      `platform: "tensorrt_plan" input { name: "x" data_type: TYPE_FP32 dims: 1 is_non_linear_format_io: true }`,
      ["format-dims @ true"],
    ],
    [
      "CFG-V10",
      `backend: "b" ${IO} batch_input { source_input: "z" data_type: TYPE_INT64 }`,
      ['batch-source @ "z"', "batch-type @ TYPE_INT64"],
    ],
    [
      "CFG-V10",
      `backend: "b" ${IO} batch_output { target_name: ["y", "y"] source_input: "x" }`,
      ['batch-target @ "y"'],
    ],
    ["CFG-V11", `backend: "b" instance_group { kind: KIND_CPU gpus: 0 }`, ["gpus-forbidden @ 0"]],
    ["CFG-V11", `backend: "b" instance_group { kind: KIND_GPU gpus: 7 }`, []],
    ["CFG-V11", `backend: "b" instance_group { profile: "x" }`, ['profile @ "x"']],
    ["CFG-V11", `platform: "tensorrt_plan" instance_group { profile: "x" }`, ['profile @ "x"']],
    [
      "CFG-V12",
      `backend: "b" model_metrics { metric_control { histogram_options { } } }`,
      ["metric-family @ metric_control", "metric-buckets @ histogram_options"],
    ],
    [
      "CFG-V12",
      `backend: "b" model_metrics { metric_control { metric_identifier { } } }`,
      ["metric-buckets @ metric_control", "metric-family @ metric_identifier"],
    ],
  ])("[%s] %s", (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test.each([
    [[], ["no-gpu @ KIND_GPU"]],
    [[0], ["gpu-unknown @ 7"]],
    [[0, 7], []],
  ])("[CFG-V11] GPUs %j are available", (gpus, expected) => {
    expect(found('backend: "b" instance_group { kind: KIND_GPU gpus: 7 }', gpus)).toEqual(expected);
  });

  test("[CFG-V3] says which size is wrong, after Triton's message", () => {
    const { config } = parseConfig(
      'backend: "b" max_batch_size: 4 dynamic_batching { preferred_batch_size: 8 }',
    );
    expect(() => requireValid(config, { modelName: "m" })).toThrow(
      "dynamic batching preferred size must be <= max batch size for m: 8 is more than max_batch_size 4",
    );
  });
});
