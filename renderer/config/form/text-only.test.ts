import { expect, test } from "vitest";
import { parseConfig } from "../../../engine/config/index.ts";
import { textOnlyFields } from "./text-only.ts";

const hidden = (text: string, parameters = true) =>
  textOnlyFields(parseConfig(text), parameters).map(({ path }) => path);

test("what the form shows is not listed", () => {
  const shown = `name: "m" max_batch_size: 8
dynamic_batching { preferred_batch_size: [ 4, 8 ] priority_queue_policy { key: 1 value { max_queue_size: 3 } } }
version_policy { latest { num_versions: 2 } }
instance_group [ { count: 2 gpus: [ 0 ] kind: KIND_GPU } ]
input [ { name: "x" data_type: TYPE_FP32 dims: [ 3 ] } ]
model_warmup { name: "w" inputs { key: "x" value { dims: 3 zero_data: true } } }
optimization { graph { level: 1 } }
parameters { key: "intra_op_thread_count" value { string_value: "2" } }`;
  expect(hidden(shown)).toEqual([]);
  expect(hidden(shown, false)).toEqual(['parameters["intra_op_thread_count"]']);
});

test("of what it does not show the outermost field is listed", () => {
  expect(
    hidden(`input { name: "x" reshape { shape: [ 1 ] } }
optimization { cuda { graphs: true } graph { level: 1 } }
instance_group { rate_limiter { resources { name: "R" count: 1 } } }
parameters { key: "mine" value { string_value: "2" } }
ensemble_scheduling { step { model_name: "a" model_version: 1 } }`),
  ).toEqual([
    "input[0].reshape",
    "optimization.cuda",
    "instance_group[0].rate_limiter",
    'parameters["mine"]',
    "ensemble_scheduling.step",
  ]);
});
