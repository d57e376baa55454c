import type { Dirent } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import {
  chosenVersions,
  completeBackend,
  inspectedVersion,
  type ModelFiles,
  parseConfig,
  type VersionFiles,
} from "../../engine/config/index.ts";
import { StatusError } from "../../base/status-error.ts";
import { fromFileError } from "../../base/file-error.ts";
import { externalFiles } from "./model-files.ts";
import { readOnnxFile } from "./onnx-cache.ts";
import { toSignature } from "./onnx-signature.ts";

/** Folders within a model's folder with files that a configuration may name. */
const DATA_FOLDERS = ["warmup", "initial_state"];

/**
 * Reads the parts of a model's folder that loading it with the configuration `text` depends on, at most `maxEntries` of
 * each folder. Rejects if the model's folder can't be read.
 */
export async function readModelFiles(
  folder: string,
  text: string,
  maxEntries = Number.POSITIVE_INFINITY,
): Promise<ModelFiles> {
  const { names } = await namesIn(folder, maxEntries);
  const numbered = names
    .filter((name) => /^(0|[1-9][0-9]*)$/.test(name))
    .toSorted((left, right) => Number(left) - Number(right));
  const versions: VersionFiles[] = [];
  for (const version of numbered) {
    const files = await readVersion(folder, version, maxEntries);
    if (files) versions.push(files);
  }
  const { config } = parseConfig(text);
  const { backend, default_model_filename: file } = completeBackend(config, {
    modelName: path.basename(folder),
    versionFiles: inspectedVersion(versions)?.names ?? [],
  });
  // A fix may remove the version policy, so that the newest version is served.
  const served = new Set([...chosenVersions(config, { versions }), ...versions.slice(-1)]);
  const isRead = (version: VersionFiles) => backend === "onnxruntime" && served.has(version);
  return {
    versions: await Promise.all(
      versions.map(async (each) => (isRead(each) ? withSignature(folder, file, each) : each)),
    ),
    others: (
      await Promise.all(["", ...DATA_FOLDERS].map((sub) => filesIn(folder, sub, maxEntries)))
    ).flat(),
  };
}

/** Undefined if the folder doesn't exist. */
async function readVersion(
  folder: string,
  version: string,
  maxEntries: number,
): Promise<VersionFiles | undefined> {
  const own = path.join(folder, version);
  try {
    const { names, more } = await namesIn(own, maxEntries);
    return { version, names: names.toSorted(), ...(more && { more }) };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(code)) return undefined;
    return {
      version,
      names: [],
      fault: `version ${version}: ${fromFileError(error, own).message}`,
    };
  }
}

async function filesIn(folder: string, sub: string, maxEntries: number): Promise<string[]> {
  const entries = await entriesIn(path.join(folder, sub), maxEntries).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => path.posix.join(sub, name));
}

async function namesIn(folder: string, maxEntries: number) {
  const entries = await entriesIn(folder, maxEntries);
  return { names: entries.map(({ name }) => name), more: entries.length >= maxEntries };
}

async function entriesIn(folder: string, maxEntries: number): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await fs.opendir(folder)) {
    entries.push(entry);
    if (entries.length >= maxEntries) break;
  }
  return entries;
}

/** A folder with the file's name contains it as "model.onnx". */
async function withSignature(
  folder: string,
  name: string,
  version: VersionFiles,
): Promise<VersionFiles> {
  const given = path.join(folder, version.version, name);
  // Only files within the model's folder are read.
  if (version.fault !== undefined || !given.startsWith(path.join(folder, path.sep))) return version;
  const stat = await fs.stat(given).catch(() => undefined);
  if (stat === undefined) return version;
  const file = stat.isDirectory() ? path.join(given, "model.onnx") : given;
  const place = `version ${version.version}, ${path.basename(file)}`;
  try {
    const content = await readOnnxFile(file);
    const external = await externalFiles(content, file);
    const bad = external.find(({ state }) => state !== "present");
    const fault = bad && `${place}: its external data file '${bad.location}' is ${bad.state}.`;
    return { ...version, signature: toSignature(content), ...(fault !== undefined && { fault }) };
  } catch (thrown) {
    return { ...version, fault: `${place}: ${StatusError.from(thrown).message}` };
  }
}
