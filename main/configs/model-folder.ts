import fs from "node:fs/promises";
import path from "node:path";
import { parseConfig } from "../../engine/config/index.ts";
import { StatusError } from "../../base/status-error.ts";
import type { HeldModel } from "./model-source.ts";

const DEFAULT_NAME = "model.onnx";

interface FoundFile {
  /** Newest first. */
  readonly versions: readonly string[];
  readonly version: string | null;
  /** Null if it doesn't exist. */
  readonly path: string | null;
  /** The expected file name. */
  readonly name: string;
}

/**
 * The ONNX file of a version; without one, of the newest. Its name is the configuration's `default_model_filename`; a
 * folder of that name contains it as "model.onnx". Throws NOT_FOUND for a version that the model doesn't have.
 */
export async function modelFileIn(
  folder: string,
  version: string | null,
  held?: Pick<HeldModel, "where" | "versions">,
): Promise<FoundFile> {
  const versions = held?.versions ?? (await listVersions(folder));
  if (version !== null && !versions.includes(version))
    throw new StatusError(
      "NOT_FOUND",
      `'${held?.where ?? folder}' has no version '${version}'; it has ${versions.join(", ") || "none"}.`,
    );
  const chosen = version ?? versions[0] ?? null;
  const name = await fileName(folder);
  if (chosen === null) return { versions, version: null, path: null, name };
  const file = path.join(folder, chosen, name);
  const candidates = [file, path.join(file, DEFAULT_NAME)];
  for (const candidate of candidates) {
    const stat = await fs.stat(candidate).catch(() => null);
    if (stat?.isFile()) return { versions, version: chosen, path: candidate, name };
  }
  return { versions, version: chosen, path: null, name };
}

/** Newest first. */
async function listVersions(folder: string): Promise<string[]> {
  const names = await fs.readdir(folder);
  return names
    .filter((name) => /^[0-9]{1,15}$/.test(name))
    .toSorted((a, b) => Number(b) - Number(a));
}

/** Names that lead out of the version's folder are ignored. */
async function fileName(folder: string): Promise<string> {
  const text = await fs.readFile(path.join(folder, "config.pbtxt"), "utf8").catch(() => "");
  const name = parseConfig(text).config.default_model_filename;
  return name !== "" && path.basename(name) === name && name !== ".." ? name : DEFAULT_NAME;
}
