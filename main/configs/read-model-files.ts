import fs from "node:fs/promises";
import path from "node:path";
import {
  completeBackend,
  type ModelFiles,
  parseConfig,
  type VersionFiles,
} from "../../engine/config/index.ts";
import { StatusError } from "../../engine/protocol/status.ts";
import { externalFiles } from "./model-files.ts";
import { readOnnxFile } from "./onnx-cache.ts";
import { signatureOf } from "./onnx-signature.ts";

/** Folders of files that a configuration may name, within a model's folder. */
const DATA_FOLDERS = ["warmup", "initial_state"];

/**
 * What a model's folder holds, as far as loading the model with the configuration `text` depends on it. Rejects where
 * the folder can't be read.
 */
export async function readModelFiles(folder: string, text: string): Promise<ModelFiles> {
  const entries = await fs.readdir(folder, { withFileTypes: true });
  const names = entries.map(({ name }) => name);
  const numbered = names
    .filter((name) => /^(0|[1-9][0-9]*)$/.test(name))
    .toSorted((left, right) => Number(left) - Number(right));
  const versions: VersionFiles[] = [];
  for (const version of numbered) {
    const files = await fs.readdir(path.join(folder, version)).catch(() => undefined);
    if (files) versions.push({ version, names: files.toSorted() });
  }
  const config = completeBackend(parseConfig(text).config, versions.at(-1)?.names ?? []);
  const file = config.default_model_filename || "model.onnx";
  const isOnnx = config.backend === "onnxruntime";
  return {
    versions: isOnnx
      ? await Promise.all(versions.map((version) => withSignature(folder, file, version)))
      : versions,
    others: (await Promise.all(["", ...DATA_FOLDERS].map((sub) => filesIn(folder, sub)))).flat(),
  };
}

async function filesIn(folder: string, sub: string): Promise<string[]> {
  const entries = await fs.readdir(path.join(folder, sub), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => path.posix.join(sub, name));
}

/** A folder with the file's name holds it under "model.onnx". */
async function withSignature(
  folder: string,
  name: string,
  version: VersionFiles,
): Promise<VersionFiles> {
  const given = path.join(folder, version.version, name);
  const stat = await fs.stat(given).catch(() => undefined);
  if (stat === undefined) return version;
  const file = stat.isDirectory() ? path.join(given, "model.onnx") : given;
  const place = `version ${version.version}, ${path.basename(file)}`;
  try {
    const content = await readOnnxFile(file);
    const external = await externalFiles(content, file);
    const bad = external.find(({ state }) => state !== "present");
    const fault = bad && `${place}: its external data file '${bad.location}' is ${bad.state}.`;
    return { ...version, signature: signatureOf(content), ...(fault !== undefined && { fault }) };
  } catch (thrown) {
    return { ...version, fault: `${place}: ${StatusError.from(thrown).message}` };
  }
}
