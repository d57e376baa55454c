import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";
import { readOnnx } from "./onnx-file.ts";
import { readSignature, toSignature } from "./onnx-signature.ts";
import { fromBytes } from "../../engine/onnx-file/window.ts";

function sample(name: string): Uint8Array {
  const model = sampleModels.find((each) => each.name === name);
  if (!model) throw new Error(`no sample model ${name}`);
  return model.build();
}

const signatureIn = async (bytes: Uint8Array) => toSignature(await readOnnx(fromBytes(bytes)));

test("inputs and outputs are those of the model file, weights left out", async () => {
  expect(await signatureIn(sample("mlp"))).toEqual({
    inputs: [{ name: "x", data_type: "TYPE_FP32", shape: [-1, 128] }],
    outputs: [{ name: "y", data_type: "TYPE_FP32", shape: [-1, 10] }],
  });
  expect((await signatureIn(sample("text_encoder"))).inputs[0]?.data_type).toBe("TYPE_INT64");
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

test("the configuration names the file, and a folder of that name holds it", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-onnx-"));
  try {
    fs.writeFileSync(path.join(folder, "config.pbtxt"), 'default_model_filename: "net.onnx"');
    fs.mkdirSync(path.join(folder, "1", "net.onnx"), { recursive: true });
    expect(await readSignature(folder)).toBeNull();
    fs.writeFileSync(path.join(folder, "1", "net.onnx", "model.onnx"), sample("mlp"));
    expect((await readSignature(folder))?.inputs).toHaveLength(1);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
