import type { Dirent } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./command.ts";

/** A model on disk whose configuration a command is about. */
export interface ModelPath {
  /** Its config.pbtxt, beginning as the path was given. */
  readonly file: string;
  readonly folder: string;
  readonly name: string;
}

/** Models that were named, and the others of their repository, which they may refer to. */
export interface Repository {
  readonly models: readonly ModelPath[];
  readonly folder: string;
}

const CONFIG = "config.pbtxt";

/**
 * The models at a path: that of a configuration file, that of a model's folder, or all of a repository. Throws a
 * UsageError where there is none.
 */
export async function findModels(given: string): Promise<Repository> {
  const stat = await fs.stat(given).catch(() => undefined);
  if (stat === undefined) throw new UsageError(`'${given}' does not exist.`);
  if (stat.isFile()) return alone(given, folderOf(given));
  const names = await fs.readdir(given);
  if (names.includes(CONFIG)) return alone(path.join(given, CONFIG), path.resolve(given));
  const models = await modelsIn(given);
  if (models.length === 0) {
    throw new UsageError(`'${given}' has no ${CONFIG}, and neither has any folder in it.`);
  }
  return { models, folder: path.resolve(given) };
}

function alone(file: string, folder: string): Repository {
  return { models: [{ file, folder, name: path.basename(folder) }], folder: path.dirname(folder) };
}

/** A model may keep other configurations in a folder of its own. */
function folderOf(file: string): string {
  const folder = path.dirname(path.resolve(file));
  return path.basename(folder) === "configs" ? path.dirname(folder) : folder;
}

/** The folders of a repository that have a configuration, by name. */
export async function modelsIn(repository: string): Promise<ModelPath[]> {
  const entries = await fs.readdir(repository, { withFileTypes: true });
  const models = await Promise.all(entries.map((entry) => modelOf(repository, entry)));
  return models
    .filter((model) => model !== undefined)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

async function modelOf(repository: string, { name }: Dirent): Promise<ModelPath | undefined> {
  const file = path.join(repository, name, CONFIG);
  const stat = await fs.stat(file).catch(() => undefined);
  if (!stat?.isFile()) return undefined;
  return { file, folder: path.resolve(repository, name), name };
}

/** A configuration's text; undefined where it is not UTF-8. */
export async function readText(file: string): Promise<string | undefined> {
  const bytes = await fs.readFile(file);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
