import { describe, expect, test } from "vitest";
import { checkText } from "./index.ts";
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
