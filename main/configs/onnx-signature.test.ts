import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";
import { readSignature, signatureOf } from "./onnx-signature.ts";

function sample(name: string): Uint8Array {
  const model = sampleModels.find((each) => each.name === name);
  if (!model) throw new Error(`no sample model ${name}`);
  return model.build();
}

test("inputs and outputs are those of the model file, weights left out", () => {
  expect(signatureOf(sample("mlp"))).toEqual({
    inputs: [{ name: "x", data_type: "TYPE_FP32", shape: [-1, 128] }],
    outputs: [{ name: "y", data_type: "TYPE_FP32", shape: [-1, 10] }],
  });
  expect(signatureOf(sample("text_encoder"))?.inputs[0]?.data_type).toBe("TYPE_INT64");
});

test("the newest version counts; no file or a broken one has no signature", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-onnx-"));
  try {
    expect(await readSignature(folder)).toBeNull();
    for (const [version, bytes] of [
      ["2", new Uint8Array([1, 2, 3])],
      ["10", sample("mlp")],
    ] as const) {
      fs.mkdirSync(path.join(folder, version));
      fs.writeFileSync(path.join(folder, version, "model.onnx"), bytes);
      expect((await readSignature(folder))?.inputs.length ?? null).toBe(version === "2" ? null : 1);
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
