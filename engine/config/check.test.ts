import { describe, expect, test } from "vitest";
import { checkText, cursorAt, parseConfig } from "./index.ts";
import { mlpSignature } from "./testing/fixtures.ts";

describe("checking a text", () => {
  const stages = (text: string) =>
    checkText(text, { modelName: "m", signature: mlpSignature }).map(
      ({ stage, id, line, column }) => `${stage} ${id} ${line}:${column}`,
    );

  test("reports one stage at a time, as Triton does", () => {
    const load =
      'input { name: "z" data_type: TYPE_FP32 dims: 128 }\noutput { name: "y" data_type: TYPE_FP32 dims: 1 }\nmax_batch_size: 4';
    expect(stages(load)).toEqual(["load tensor-unknown 1:15", "load tensor-dims 2:47"]);
    expect(stages(`${load}\nname: "n"`)).toEqual(["validation name-differs 4:7"]);
    expect(stages(`${load}\nname: n`)).toEqual(["syntax wrong-type 4:7"]);
  });

  test("has nothing to say of an empty text, which the model's file completes", () => {
    expect(stages("")).toEqual([]);
  });

  test("does not compare a model of another backend with an ONNX file", () => {
    expect(stages('backend: "identity"')).toEqual([]);
  });

  test("[C5] marks max_batch_size of a model that cannot batch", () => {
    const signature = {
      inputs: [{ name: "x", data_type: "TYPE_FP32" as const, shape: [3] }],
      outputs: [],
    };
    expect(checkText("max_batch_size: 2", { modelName: "m", signature })).toMatchObject([
      { id: "not-batchable", stage: "load", from: 16, to: 17 },
    ]);
  });
});

/** The cursor stands at the bar. */
function at(marked: string): string {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { message, field } = cursorAt(parseConfig(text), offset);
  return [message ?? "-", ...(field ? [field.name, field.part, field.spec.type] : [])].join(" ");
}

describe("what stands at a place", () => {
  test.each([
    ["|", "ModelConfig"],
    ["max_ba|", "ModelConfig"],
    ["max_batch|_size: 4", "ModelConfig max_batch_size name int32"],
    ["input [ { data_type: TYPE_|FP32 } ]", "ModelInput data_type value DataType"],
    ["input { data_type: |\n dims: 1 }", "ModelInput data_type value DataType"],
    ["input { name: 'a'\n | }", "ModelInput"],
    ["dynamic_batching {\n default_queue_policy { |", "ModelQueuePolicy"],
    [
      "parameters { key: 'a' value { string_|value: 'b' } }",
      "ModelParameter string_value name string",
    ],
    ["parameters { k|ey: 'a' }", "- key name string"],
    ["nosuch { | }", "-"],
    ["max_batch_size: 4\n|", "ModelConfig"],
  ])("%s", (marked, expected) => {
    expect(at(marked)).toBe(expected);
  });
});
