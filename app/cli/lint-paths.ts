import type { Dirent } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { CONFIG, type ModelPath, modelsIn } from "../../main/repositories/index.ts";
import { fromFileError } from "../../base/file-error.ts";
import { UsageError } from "./command.ts";

/** The given models, and the others of their repository, which they may refer to. */
export interface Repository {
  readonly models: readonly ModelPath[];
  readonly folder: string;
}

/**
 * The models at a path: a configuration file, a model's folder, a version folder or a file in it,
 * or all of a repository. Throws a UsageError without one.
 */
export async function findModels(given: string): Promise<Repository> {
  const stat = await fs.stat(given).catch((error: unknown) => {
    throw unusable(error, given);
  });
  const full = path.resolve(given);
  if (!stat.isDirectory()) {
    const version = path.dirname(full);
    return isVersion(path.basename(version)) && path.extname(given) !== path.extname(CONFIG)
      ? modelAround(path.dirname(given))
      : alone(given, findModelFolder(given), true);
  }
  const entries = await readEntries(given);
  if (looksLikeModel(entries)) return alone(path.join(given, CONFIG), full);
  if (isVersion(path.basename(full)) && (await isModel(path.dirname(full)))) {
    return modelAround(given);
  }
  const models = await modelsIn(given);
  const known = await Promise.all(models.map(({ folder }) => isModel(folder)));
  if (!known.includes(true)) {
    throw new UsageError(
      `'${given}' is not a model repository: neither it nor a folder in it has a ${CONFIG} or a version folder.`,
    );
  }
  return { models, folder: path.resolve(given) };
}

/** The model that a version folder belongs to. */
function modelAround(version: string): Repository {
  const folder = path.dirname(path.resolve(version));
  return alone(path.join(version, "..", CONFIG), folder);
}

function alone(file: string, folder: string, isFile = false): Repository {
  const model = { file, folder, name: path.basename(folder), isFile };
  return { models: [model], folder: path.dirname(folder) };
}

/** A model may have further configurations in its own folder. */
function findModelFolder(file: string): string {
  const folder = path.dirname(path.resolve(file));
  return path.basename(folder) === "configs" ? path.dirname(folder) : folder;
}

/** Whether a folder looks like a model's; an unreadable one may be. */
async function isModel(folder: string): Promise<boolean> {
  const entries = await readEntries(folder).catch(() => undefined);
  return entries === undefined || looksLikeModel(entries);
}

/** It has a configuration or a version. */
function looksLikeModel(entries: readonly Dirent[]): boolean {
  return entries.some(
    (entry) => entry.name === CONFIG || (isVersion(entry.name) && !entry.isFile()),
  );
}

function isVersion(name: string): boolean {
  return /^[0-9]+$/.test(name);
}

/** Throws a UsageError if the folder can't be read. */
function readEntries(folder: string): Promise<Dirent[]> {
  return fs.readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw unusable(error, folder);
  });
}

function unusable(error: unknown, given: string): UsageError {
  return new UsageError(fromFileError(error, given).message);
}
