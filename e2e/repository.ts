import fs from "node:fs";
import path from "node:path";
import { sampleModels } from "../assets/sample-models/catalogue.ts";

function sample(name: string) {
  const model = sampleModels.find((each) => each.name === name);
  if (!model) throw new Error(`There is no sample model '${name}'.`);
  return model;
}

function write(folder: string, config: string, bytes: Uint8Array, versions: readonly string[]) {
  for (const version of versions) {
    fs.mkdirSync(path.join(folder, version), { recursive: true });
    fs.writeFileSync(path.join(folder, version, "model.onnx"), bytes);
  }
  fs.writeFileSync(path.join(folder, "config.pbtxt"), config);
}

/** A repository with `ranked`, which has priority levels, and `twins`, which serves two versions with a cache. */
export function writeRepository(folder: string): void {
  const cnn = sample("cnn_small");
  const ranked = cnn.config.replace('"cnn_small"', '"ranked"').replace(
    "dynamic_batching { }",
    `dynamic_batching {
  priority_levels: 3
  default_priority_level: 2
  max_queue_delay_microseconds: 2000
}`,
  );
  write(path.join(folder, "ranked"), ranked, cnn.build(), ["1"]);
  const mlp = sample("mlp");
  const twins = `${mlp.config.replace('"mlp"', '"twins"')}version_policy { all { } }\n`;
  write(path.join(folder, "twins"), twins, mlp.build(), ["1", "2"]);
}
