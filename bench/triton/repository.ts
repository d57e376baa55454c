import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";

export interface RequestInput {
  readonly name: string;
  readonly datatype: "FP32" | "INT64";
  /** Of one request, the batch's dimension first. */
  readonly shape: readonly number[];
}

/** The input of each model of the repository. */
export const requestInputs: ReadonlyMap<string, RequestInput> = new Map([
  ["mlp", { name: "x", datatype: "FP32", shape: [1, 128] }],
  ["mlp_cached", { name: "x", datatype: "FP32", shape: [1, 128] }],
  ["ranker", { name: "x", datatype: "FP32", shape: [1, 512] }],
  ["cnn_small", { name: "image", datatype: "FP32", shape: [1, 3, 64, 64] }],
  ["text_encoder", { name: "ids", datatype: "INT64", shape: [1, 64] }],
]);

const CACHE = "response_cache { enable: true }";

/**
 * A new folder with the sample models, all with dynamic batching and one thread for their operators, and with `mlp`
 * without the response cache and, as `mlp_cached`, with it.
 */
export function tritonRepository(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "bench-triton-"));
  for (const name of requestInputs.keys()) {
    const sample = sampleModels.find((each) => name.startsWith(each.name));
    if (sample === undefined) throw new Error(`no sample model for ${name}`);
    const lines = sample.config
      .split("\n")
      .filter((line) => !/^(#|name:)/.test(line) && line !== CACHE);
    if (!lines.some((line) => line.startsWith("dynamic_batching")))
      lines.push("dynamic_batching { }");
    if (name === "mlp_cached") lines.push(CACHE);
    lines.push(`parameters { key: "intra_op_thread_count" value { string_value: "1" } }`);
    mkdirSync(join(folder, name, "1"), { recursive: true });
    writeFileSync(join(folder, name, "1/model.onnx"), sample.build());
    writeFileSync(join(folder, name, "config.pbtxt"), `${lines.join("\n")}\n`);
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
