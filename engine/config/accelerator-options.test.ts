import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACCELERATOR_OPTIONS, acceleratorOptionProblem } from "./accelerator-options.ts";
import { checkText } from "./check.ts";

const text = (accelerator: string, key: string, value: string) =>
  `backend: "onnxruntime" optimization { execution_accelerators { gpu_execution_accelerator { name: "${accelerator}"
  parameters { key: ${JSON.stringify(key)} value: ${JSON.stringify(value)} } } } }`;

const findings = (server: "embedded" | "triton" | undefined, source: string) =>
  checkText(source, { modelName: "m", ...(server && { lint: { server } }) }).filter(
    ({ severity }) => severity === "error",
  );

describe("the options of accelerators", () => {
  it.each([
    ["tensorrt", "precision_mode", "FP32"],
    ["tensorrt", "max_workspace_size_bytes", "1073741824"],
    ["tensorrt", "trt_engine_cache_enable", "true"],
    ["tensorrt", "trt_engine_cache_path", "cache/engines"],
    ["tensorrt", "trt_timing_cache_path", "."],
    ["tensorrt", "trt_engine_cache_prefix", "resnet-1.0"],
    ["tensorrt", "trt_profile_min_shapes", "x:1x3x224x224,y:4"],
    ["tensorrt", "trt_auxiliary_streams", "-1"],
    ["tensorrt", "trt_dump_subgraphs", "0"],
    ["cuda", "arena_extend_strategy", "kSameAsRequested"],
    ["cuda", "use_tf32", "0"],
  ])("[OPT-2] %s accepts %s %j", (accelerator, key, value) => {
    expect(acceleratorOptionProblem(accelerator, key, value)).toBeUndefined();
    expect(findings("embedded", text(accelerator, key, value))).toEqual([]);
  });

  it.each([
    ["tensorrt", "precision_mode", "INT8", 'expected "FP32": the ONNX Runtime\'s Node binding'],
    [
      "tensorrt",
      "trt_engine_cache_path",
      "/tmp/cache",
      "expected a path within the model's folder",
    ],
    ["tensorrt", "trt_engine_cache_path", "cache/../../../other", "expected a path within"],
    ["tensorrt", "trt_timing_cache_path", "C:\\cache", "expected a path within"],
    ["tensorrt", "trt_ep_context_file_path", "../context.onnx", "expected a path within"],
    ["tensorrt", "trt_engine_cache_prefix", "../x", "expected letters, digits"],
    ["tensorrt", "trt_extra_plugin_lib_paths", "/lib/evil.so", "no model may load a library"],
    ["tensorrt", "int8_calibration_table_name", "/etc/passwd", "change results"],
    ["tensorrt", "trt_dump_subgraphs", "1", "no model may write files"],
    ["tensorrt", "trt_dump_ep_context_model", "true", "no model may write files"],
    [
      "tensorrt",
      "trt_onnx_model_folder_path",
      "/",
      "unknown parameter 'trt_onnx_model_folder_path'",
    ],
    ["tensorrt", "__proto__", "1", "is provided for TensorRT Execution Accelerator; it has prec"],
    ["cuda", "user_compute_stream", "140000000000000", "unknown parameter 'user_compute_stream'"],
    ["cuda", "gpu_external_alloc", "140000000000000", "unknown parameter 'gpu_external_alloc'"],
    ["webgpu", "dawnProcTable", "140000000000000", "it has no options here"],
    ["coreml", "ModelCacheDirectory", "/tmp", "it has no options here"],
  ])("[OPT-2] %s rejects %s %j", (accelerator, key, value, reason) => {
    expect(acceleratorOptionProblem(accelerator, key, value)).toContain(reason);
    expect(findings("embedded", text(accelerator, key, value))).toMatchObject([
      { id: "onnx-accelerator", message: expect.stringContaining(reason) },
    ]);
  });

  it("[OPT-2] are left to Triton, except names that it doesn't know", () => {
    const cache = text("tensorrt", "trt_engine_cache_path", "/opt/cache");
    expect(findings("triton", cache)).toEqual([]);
    expect(findings(undefined, cache)).toEqual([]);
    const unknown = text("tensorrt", "trt_cache", "1");
    expect(findings("triton", unknown)).toMatchObject([
      { message: expect.stringMatching(/^unknown parameter 'trt_cache' is provided for TensorRT/) },
    ]);
    expect(findings("triton", text("cuda", "new_option", "1"))).toEqual([]);
  });

  it("[OPT-2] reject absolute paths and paths with '..'", () => {
    const part = fc.constantFrom("..", ".", "cache", "/", "\\", "C:", "a b", "", "\0");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const path = parts.join("/");
        for (const [accelerator, options] of Object.entries(ACCELERATOR_OPTIONS)) {
          for (const key of Object.keys(options)) {
            if (acceleratorOptionProblem(accelerator, key, path) !== undefined) continue;
            expect(path.split(/[\\/]/)).not.toContain("..");
            expect(path).not.toMatch(/^[\\/]|^[A-Za-z]:|\0/);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("a session's entries", () => {
  const entry = (backend: string) =>
    `${backend} parameters { key: "session.enable_profiling" value { string_value: "1" } }`;

  it("[OPT-1] are errors unless the configuration is for Triton or another backend", () => {
    const expected = [
      {
        id: "onnx-parameter",
        message: expect.stringMatching(/^parameters "session\.enable_profiling" is not allowed/),
      },
    ];
    expect(findings(undefined, entry('backend: "onnxruntime"'))).toMatchObject(expected);
    expect(findings("embedded", entry('backend: "onnxruntime"'))).toMatchObject(expected);
    expect(findings(undefined, entry('platform: "onnxruntime_onnx"'))).toMatchObject(expected);
    expect(findings(undefined, entry(""))).toMatchObject(expected);
    expect(findings("triton", entry('backend: "onnxruntime"'))).toEqual([]);
    expect(findings(undefined, entry('backend: "python"'))).toEqual([]);
  });

  it("[OPT-1] name an alternative", () => {
    const [finding] = findings(
      undefined,
      'parameters { key: "session.intra_op_num_threads" value { string_value: "4" } }',
    );
    expect(finding?.message).toContain('set the parameter "intra_op_thread_count" instead');
    expect(finding?.message).toContain("Allowed are session.set_denormal_as_zero, ");
  });
});
