import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { StatusError } from "../../base/status-error.ts";
import { environmentStamps } from "./environment-stamp.ts";

export interface VersionDirectory {
  /** Without leading zeros. */
  readonly version: string;
  readonly path: string;
  /** Names of its entries. */
  readonly files: readonly string[];
  /** Changes when any of its files changes. */
  readonly stamp: string;
}

/** A snapshot of a model's directory. */
export interface ModelDirectory {
  readonly name: string;
  readonly path: string;
  /** Oldest first. */
  readonly versions: readonly VersionDirectory[];
  /** Undefined without a config.pbtxt. */
  readonly configText: string | undefined;
  /** The file of that text: "config.pbtxt", "configs/NAME.pbtxt". */
  readonly configFile: string;
  /** Changes when anything in the directory except config.pbtxt changes. */
  readonly filesStamp: string;
  /** Changes when anything outside of the versions and config.pbtxt changes, e.g. labels. */
  readonly commonStamp: string;
  /** Names of directories that are not versions because they start with a zero. */
  readonly ignored: readonly string[];
  /**
   * Downloads the files outside versions, and the version's, and keeps them until the result is called. `onBytes` receives
   * how many of the version's bytes there are so far. Absent for local directories.
   */
  readonly hold?: (
    version?: VersionDirectory,
    onBytes?: (bytes: number) => void,
  ) => Promise<() => void>;
}

/** Whether a directory with this name is a version. */
export function isVersionName(name: string): boolean {
  return /^[0-9]+$/.test(name) && !isIgnoredVersion(name);
}

/** Triton ignores versions that start with a zero. */
export function isIgnoredVersion(name: string): boolean {
  return /^0[0-9]+$/.test(name);
}

/** Sorted names of the models in a repository. Throws NOT_FOUND if the repository can't be read. */
export async function listModels(repository: string): Promise<string[]> {
  try {
    const entries = await readdir(repository, { withFileTypes: true });
    const names = await Promise.all(
      entries
        .filter(({ name }) => !name.startsWith("."))
        .map(async ({ name }) =>
          (await stat(join(repository, name)).catch(() => undefined))?.isDirectory() ? [name] : [],
        ),
    );
    return names.flat().sort();
  } catch (error) {
    throw new StatusError(
      "NOT_FOUND",
      `the model repository '${repository}' can't be read (${(error as Error).message}); it must be a directory that holds one directory for each model`,
      { cause: error },
    );
  }
}

/**
 * Reads a model's directory; undefined if it doesn't exist. `configName`: configs/NAME.pbtxt is read instead of
 * config.pbtxt if it exists (LOAD-31).
 */
export async function readModelDirectory(
  repository: string,
  name: string,
  configName?: string,
): Promise<ModelDirectory | undefined> {
  const path = join(repository, name);
  if (name === "" || name !== name.split(/[\\/]/).pop() || name.startsWith(".")) return undefined;
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) return undefined;
  return { name, path, ...(await readConfig(path, configName)), ...(await readFiles(path)) };
}

const CONFIG_FILE = "config.pbtxt";

async function readConfig(path: string, configName: string | undefined) {
  if (configName !== undefined) {
    const configFile = `configs/${configName}.pbtxt`;
    const configText = await readConfigText(path, configFile);
    if (configText !== undefined) return { configText, configFile };
  }
  return { configText: await readConfigText(path, CONFIG_FILE), configFile: CONFIG_FILE };
}

/** Undefined if the file doesn't exist. Throws INVALID_ARGUMENT if it isn't a regular file or isn't UTF-8. */
async function readConfigText(folder: string, name: string): Promise<string | undefined> {
  const file = join(folder, name);
  const unlessMissing = (error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  };
  const info = await stat(file).catch(unlessMissing);
  // Opening a named pipe would block until there is a writer.
  if (info !== undefined && !info.isFile()) {
    throw new StatusError("INVALID_ARGUMENT", `${name} must be a file`);
  }
  const bytes = info && (await readFile(file).catch(unlessMissing));
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new StatusError("INVALID_ARGUMENT", `${name} is not UTF-8 text`, { cause: error });
  }
}

async function readFiles(path: string) {
  const versions: VersionDirectory[] = [];
  const ignored: string[] = [];
  const common: string[] = [];
  for (const entry of await entries(path)) {
    const child = join(path, entry);
    if (entry === CONFIG_FILE) continue;
    const stamps = await readStamps(child);
    // It was removed in the meantime.
    if (stamps === undefined) continue;
    if (stamps.isDirectory && isIgnoredVersion(entry)) ignored.push(entry);
    else if (!stamps.isDirectory || !isVersionName(entry)) common.push(...stamps.stamps);
    else {
      const stamp = [child, ...stamps.stamps].join("\n");
      versions.push({ version: entry, path: child, files: await entries(child), stamp });
    }
  }
  versions.sort((a, b) => Number(a.version) - Number(b.version));
  const commonStamp = common.join("\n");
  const filesStamp = [...versions.map(({ stamp }) => stamp), commonStamp].join("\n");
  return { versions, ignored, commonStamp, filesStamp };
}

/** One line for each file at or below `path`, for some of a Python environment; undefined if nothing is there. */
async function readStamps(path: string) {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) return undefined;
  if (!info.isDirectory()) {
    const stamps = [`${path}:${info.size}:${info.mtimeMs}:${info.ino}`];
    return { isDirectory: false, stamps };
  }
  const names = await entries(path);
  const environment = await environmentStamps(path, names);
  if (environment !== undefined) return { isDirectory: true, stamps: environment };
  const stamps: string[] = [];
  for (const entry of names) {
    stamps.push(...((await readStamps(join(path, entry)))?.stamps ?? []));
  }
  return { isDirectory: true, stamps };
}

/** Sorted names; empty if the directory was removed. */
async function entries(path: string): Promise<string[]> {
  const names: string[] = await readdir(path).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  });
  return names.sort();
}
