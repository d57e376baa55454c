import { describe, expect, test } from "vitest";
import { configFromJson, configToJson } from "./index.ts";

describe("JSON", () => {
  test("[CFG-J1] prints members of a oneof at their default if set", () => {
    const warmup = { inputs: { x: { dims: [1], zero_data: false } } };
    const json = configToJson(configFromJson({ model_warmup: [warmup] }));
    expect(json["model_warmup"]).toEqual([
      {
        name: "",
        batch_size: 0,
        inputs: { x: { data_type: "TYPE_INVALID", dims: [1], zero_data: false } },
        count: 0,
      },
    ]);
  });

  test("[CFG-J1] writes integers beyond JSON numbers as strings, and reads them back", () => {
    const buckets = { histogram_options: { buckets: ["Infinity", 1.5, "NaN", "-Infinity", "2"] } };
    const config = configFromJson({ model_metrics: { metric_control: [buckets] } });
    expect(JSON.stringify(configToJson(config)["model_metrics"])).toBe(
      '{"metric_control":[{"histogram_options":{"buckets":["Infinity",1.5,"NaN","-Infinity",2]}}]}',
    );
  });

  test("[CFG-J4] accepts what protobuf's JSON allows", () => {
    const config = configFromJson({
      maxBatchSize: "8",
      input: [{ name: "x", dataType: 11, dims: ["-1"] }],
      dynamic_batching: { priority_queue_policy: { "1": { timeoutAction: "DELAY" } } },
      optimization: null,
    });
    expect(config).toMatchObject({
      max_batch_size: 8,
      input: [{ data_type: "TYPE_FP32", dims: [-1] }],
      dynamic_batching: { priority_queue_policy: { "1": { timeout_action: "DELAY" } } },
    });
    expect(config.optimization).toBeUndefined();
  });

  test.each([
    [{ max_batch_size: 16, nosuch: 1 }, 'the model configuration has no field "nosuch"'],
    [{ input: [{ dim: [1] }] }, 'input[0] has no field "dim"; did you mean "dims"?'],
    [{ max_batch_size: 1.5 }, "max_batch_size must be a whole number (int32), found 1.5"],
    [
      { max_batch_size: 3e9 },
      "max_batch_size is 3000000000, but int32 goes from -2147483648 to 2147483647",
    ],
    [
      { version_policy: { specific: { versions: [2 ** 60] } } },
      "version_policy.specific.versions[0] is 1152921504606846976, but only whole numbers up to 2^53 − 1 are supported",
    ],
    [{ name: 3 }, "name must be a string, found 3"],
    [{ response_cache: { enable: "yes" } }, 'response_cache.enable must be a boolean, found "yes"'],
    [{ input: {} }, "input must be a JSON array, found an object"],
    [{ response_cache: [] }, "response_cache must be a JSON object, found an array"],
    [
      { instance_group: [{ kind: "KIND_TPU" }] },
      'instance_group[0].kind must be one of KIND_AUTO, KIND_GPU, KIND_CPU, KIND_MODEL, found "KIND_TPU"',
    ],
    [
      { dynamic_batching: {}, sequence_batching: {} },
      "sequence_batching can't be combined with dynamic_batching: give only one of them",
    ],
    ["text", 'the model configuration must be a JSON object, found "text"'],
    [null, "the model configuration must be a JSON object, found null"],
  ])("[CFG-J3] refuses %j", (json, message) => {
    expect(() => configFromJson(json)).toThrow(message);
  });
});
