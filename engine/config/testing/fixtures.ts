import { readdirSync, readFileSync } from "node:fs";
import type { ModelFileSignature } from "../types.ts";

const FOLDER = new URL("../fixtures/", import.meta.url);

/** Texts that a real Triton served or rejected, by model. */
export const recordedTexts: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(new URL("repository/", FOLDER)).map((file) => [
    file.replace(".pbtxt", ""),
    readFileSync(new URL(`repository/${file}`, FOLDER), "utf8"),
  ]),
);

/** The responses of that Triton for `/v2/models/<model>/config`, and an override it was given. */
export const recorded = JSON.parse(
  readFileSync(new URL("recorded-configs.json", FOLDER), "utf8"),
) as { configs: Record<string, Record<string, unknown>>; override: string };

/** Signature of the ONNX file that it served as mlp_auto. */
export const mlpSignature: ModelFileSignature = {
  inputs: [{ name: "x", data_type: "TYPE_FP32", shape: [-1, 128] }],
  outputs: [{ name: "y", data_type: "TYPE_FP32", shape: [-1, 10] }],
};
