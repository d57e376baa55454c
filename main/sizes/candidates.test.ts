import { describe, expect, it } from "vitest";
import { NO_HINTS } from "./file-hints.ts";
import type { ModelDetail } from "../contract/index.ts";
import { hasDynamicDims, MAX_ATTEMPTS, sizeCandidates } from "./candidates.ts";

type Input = [name: string, datatype: string, shape: number[]];

function detail(batches: number, ...inputs: Input[]): ModelDetail {
  return {
    serverId: "s",
    name: "m",
    versions: [{ version: "1", state: "READY", reason: null }],
    ready: true,
    reason: null,
    platform: "",
    inputs: inputs.map(([name, datatype, shape]) => ({ name, datatype, shape })),
    outputs: [],
    config: { max_batch_size: batches },
    instances: [],
  };
}

const first = (model: ModelDetail, hints = NO_HINTS) => sizeCandidates(model, hints)[0];
const all = (name: string, model: ModelDetail) =>
  sizeCandidates(model).map(({ shapes }) => shapes[name]);

describe("sizes that are tried", () => {
  it.each<[string, number, Input, number[]]>([
    ["an image", 8, ["x", "FP32", [-1, 3, -1, -1]], [3, 224, 224]],
    ["an image without batch", 0, ["image", "UINT8", [-1, -1, -1, 3]], [1, 224, 224, 3]],
    ["a line of text", 4, ["x", "FP32", [-1, 3, 48, -1]], [3, 48, 224]],
    ["a recording", 4, ["audio", "FP32", [-1, -1]], [16_000]],
    ["tokens", 8, ["input_ids", "INT64", [-1, -1]], [128]],
    ["texts", 8, ["text", "BYTES", [-1, -1]], [16]],
    ["features", 8, ["x", "FP32", [-1, -1]], [16]],
    ["a state", 0, ["h0", "FP32", [2, -1, 64]], [2, 1, 64]],
  ])("[SIZE-3] of %s", (_what, batches, input, shape) => {
    expect(first(detail(batches, input))?.shapes).toEqual({ [input[0]]: shape });
  });

  it("[SIZE-3, SIZE-4] are the common ones in their order, few and small", () => {
    const images = all("x", detail(8, ["x", "FP32", [-1, 3, -1, -1]]));
    expect(images.slice(0, 3)).toEqual([
      [3, 224, 224],
      [3, 320, 320],
      [3, 640, 640],
    ]);
    expect(images.length).toBeLessThanOrEqual(MAX_ATTEMPTS);
    const huge = sizeCandidates(detail(0, ["x", "FP32", [1024, -1, -1, 1024]]));
    expect(huge.every(({ shapes }) => (shapes["x"] ?? []).reduce((a, b) => a * b) < 2 ** 22)).toBe(
      true,
    );
  });

  it("[SIZE-3] a stream with its sample rate", () => {
    const model = detail(
      0,
      ["input", "FP32", [-1, -1]],
      ["state", "FP32", [2, -1, 128]],
      ["sr", "INT64", [1]],
    );
    expect(first(model)).toEqual({
      shapes: { input: [1, 512], state: [2, 1, 128] },
      byInput: { sr: { kind: "uniform", least: 16_000, most: 16_000 } },
    });
  });

  it("[SIZE-3] contents of a text encoder's inputs", () => {
    const model = detail(
      8,
      ["input_ids", "INT64", [-1, -1]],
      ["attention_mask", "INT64", [-1, -1]],
      ["token_type_ids", "INT64", [-1, -1]],
      ["lengths", "INT32", [-1, 1]],
    );
    const ones = { kind: "uniform", least: 1, most: 1 };
    expect(first(model, { ...NO_HINTS, below: { input_ids: 500 } })).toEqual({
      shapes: { input_ids: [128], attention_mask: [128], token_type_ids: [128] },
      byInput: {
        input_ids: { kind: "tokens", below: 500 },
        attention_mask: ones,
        token_type_ids: { kind: "zeros" },
        lengths: { kind: "uniform", least: 128, most: 128 },
      },
    });
  });

  it("[SIZE-2] follow the file", () => {
    const model = detail(8, ["a", "FP32", [-1, -1, -1]], ["b", "FP32", [-1, -1]]);
    const hints = {
      ...NO_HINTS,
      symbols: { a: ["time", "bins"], b: ["time"] },
      sizes: { a: [-1, 80] },
    };
    expect(first(model, hints)?.shapes).toEqual({ a: [16, 80], b: [16] });
    const image = detail(8, ["images", "FP32", [-1, 3, -1, -1]]);
    expect(first(image, { ...NO_HINTS, imageSize: [480, 640] })?.shapes).toEqual({
      images: [3, 480, 640],
    });
  });

  it("[SIZE-1] are not needed without dynamic dimensions", () => {
    const fixed = detail(8, ["x", "FP32", [-1, 3, 64, 64]]);
    expect(hasDynamicDims(fixed)).toBe(false);
    expect(sizeCandidates(fixed)).toEqual([{ shapes: {}, byInput: {} }]);
  });
});
