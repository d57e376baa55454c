import fs from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./command.ts";

/** A model on disk whose configuration a command is about. */
export interface ModelPath {
  /** Its config.pbtxt, beginning as the path was given. */
  readonly file: string;
  readonly folder: string;
  readonly name: string;
  /** The file itself was named: it may be all there is of the model. */
  readonly isFile?: boolean;
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
  if (stat.isFile()) return alone(given, folderOf(given), true);
  if (await isModel(given)) return alone(path.join(given, CONFIG), path.resolve(given));
  const models = await modelsIn(given);
  const known = await Promise.all(models.map(({ folder }) => isModel(folder)));
  if (!known.includes(true)) {
    throw new UsageError(
      `'${given}' is not a model repository: neither it nor a folder in it has a ${CONFIG} or a version folder.`,
    );
  }
  return { models, folder: path.resolve(given) };
}

function alone(file: string, folder: string, isFile = false): Repository {
  const model = { file, folder, name: path.basename(folder), isFile };
  return { models: [model], folder: path.dirname(folder) };
}

/** A model may keep other configurations in a folder of its own. */
function folderOf(file: string): string {
  const folder = path.dirname(path.resolve(file));
  return path.basename(folder) === "configs" ? path.dirname(folder) : folder;
}

/** The folders of a repository, by name: a server takes each of them for a model. */
export async function modelsIn(repository: string): Promise<ModelPath[]> {
  const names = (await fs.readdir(repository)).filter((name) => !name.startsWith("."));
  const models = await Promise.all(names.map((name) => modelOf(repository, name)));
  return models
    .filter((model) => model !== undefined)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

async function modelOf(repository: string, name: string): Promise<ModelPath | undefined> {
  const folder = path.resolve(repository, name);
  const stat = await fs.stat(folder).catch(() => undefined);
  if (!stat?.isDirectory()) return undefined;
  return { file: path.join(repository, name, CONFIG), folder, name };
}

/** Whether a folder looks like a model's: it has a configuration or a version. */
async function isModel(folder: string): Promise<boolean> {
  const entries = await fs.readdir(folder, { withFileTypes: true });
  return entries.some(
    (entry) => entry.name === CONFIG || (/^[0-9]+$/.test(entry.name) && !entry.isFile()),
  );
}

/** A configuration's text, "" where there is no such file; undefined where it is not UTF-8. */
export async function readText(file: string): Promise<string | undefined> {
  const bytes = await fs.readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return new Uint8Array();
    throw error;
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
