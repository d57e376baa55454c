import { describe, expect, it } from "vitest";
import { detail } from "../../lab/testing/fake-server.ts";
import { checkRequestBytes, planInputs } from "./plan-inputs.ts";

const plain = { batchSize: 1, shapes: {} };
const dynamic = detail({ inputs: [{ name: "ids", datatype: "INT64", shape: [-1, 3, -1, -1] }] });
const unbatched = { config: { max_batch_size: 0 } };

describe("planned inputs", () => {
  it("[LAB-INPUT-1] have the batch size as the first dimension if the model batches", () => {
    expect(planInputs(detail(), { ...plain, batchSize: 8 })).toEqual({
      inputs: [{ name: "x", datatype: "FP32", shape: [8, 4], dims: [4] }],
      assumed: {},
      bytes: 128,
    });
    const model = detail({ ...unbatched, inputs: [{ name: "x", datatype: "FP32", shape: [4] }] });
    expect(planInputs(model, plain).inputs[0]?.shape).toEqual([4]);
  });

  it("[LAB-INPUT-1] assume 16 for dynamic dimensions without a given size, and say so", () => {
    const { inputs, assumed } = planInputs(dynamic, { ...plain, batchSize: 2 });
    expect(inputs[0]?.shape).toEqual([2, 3, 16, 16]);
    expect(assumed).toEqual({ ids: [3, 16, 16] });
  });

  it("[LAB-INPUT-1] assume 224 for an image input, and no bytes where files decide", () => {
    const model = detail({ inputs: [{ name: "x", datatype: "FP32", shape: [-1, 3, -1, -1] }] });
    const inputs = { kind: "images", folder: "/", input: "x", scaling: "unit" } as const;
    const planned = planInputs(model, { ...plain, inputs });
    expect(planned.inputs[0]?.shape).toEqual([1, 3, 224, 224]);
    expect([planned.assumed, planned.bytes]).toEqual([{ x: [3, 224, 224] }, 0]);
  });

  it("[LAB-INPUT-11] say which inputs are optional", () => {
    const config = { max_batch_size: 0, input: [{ name: "x", optional: true }] };
    const model = detail({ config, inputs: [{ name: "x", datatype: "FP32", shape: [4] }] });
    expect(planInputs(model, plain).inputs[0]).toMatchObject({ optional: true, dims: [4] });
  });

  it.each([
    [
      [3, 5, 7],
      [1, 3, 5, 7],
    ],
    [
      [5, 7],
      [1, 3, 5, 7],
    ],
  ])("[LAB-INPUT-1] take %j for the dynamic dimensions", (given, shape) => {
    const { inputs, assumed } = planInputs(dynamic, { batchSize: 1, shapes: { ids: given } });
    expect(inputs[0]?.shape).toEqual(shape);
    expect(assumed).toEqual({});
  });

  it.each([
    [
      "another size for a fixed dimension",
      dynamic,
      { shapes: { ids: [4, 5, 7] } },
      "The shape [4,5,7] does not fit input 'ids', whose dimensions are [3,-1,-1] without the batch.",
    ],
    [
      "too few dimensions",
      dynamic,
      { shapes: { ids: [5] } },
      "The shape [5] does not fit input 'ids'",
    ],
    [
      "an unknown input",
      dynamic,
      { shapes: { nope: [5] } },
      "shapes names 'nope', which is no input of model 'ranker'; its inputs are ids.",
    ],
    [
      "a batch too large",
      detail(),
      { batchSize: 65 },
      "batchSize is 65, but model 'ranker' has max_batch_size 64.",
    ],
    [
      "a batch for a model without",
      detail(unbatched),
      { batchSize: 2 },
      "model 'ranker' does not batch; use 1.",
    ],
  ])("reject %s as INVALID_ARGUMENT", (_name, model, choices, message) => {
    expect(() => planInputs(model, { ...plain, ...choices })).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining(message),
      }),
    );
  });

  it.each([
    [
      "a datatype it does not know",
      detail({ inputs: [{ name: "c", datatype: "FP8", shape: [-1, 1] }] }),
      "Input 'c' of model 'ranker' cannot be generated: its datatype 'FP8'",
    ],
    [
      "no rank",
      detail({ inputs: [{ name: "c", datatype: "FP32", shape: [] }] }),
      "Input 'c' of model 'ranker' cannot be generated: the server reports no shape for it.",
    ],
    [
      "no version that serves",
      detail({ ready: false, config: null, inputs: [] }),
      "has no version that serves",
    ],
    [
      "a reason why it can't be loaded",
      detail({ ready: false, config: null, inputs: [], reason: "Invalid argument: a typo" }),
      "Model 'ranker' can't be loaded; fix it first: Invalid argument: a typo",
    ],
    ["no inputs", detail({ inputs: [] }), "has no inputs"],
  ])("reject a model with %s as FAILED_PRECONDITION", (_name, model, message) => {
    expect(() => planInputs(model, plain)).toThrow(
      expect.objectContaining({
        code: "FAILED_PRECONDITION",
        message: expect.stringContaining(message),
      }),
    );
  });

  it("[LAB-INPUT-2] are limited in the generator's memory", () => {
    expect(() => checkRequestBytes(10_000, 26_843)).not.toThrow();
    expect(() => checkRequestBytes(10_000, 600_000)).toThrow("use at most 447.");
    expect(() => checkRequestBytes(1, 2 ** 29)).toThrow("use smaller shapes");
  });
});
