import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { StatusError } from "../protocol/status.ts";

export interface VersionDirectory {
  /** Without leading zeros. */
  readonly version: string;
  readonly path: string;
  /** Names of what it holds. */
  readonly files: readonly string[];
}

/** What a model's directory holds at one moment. */
export interface ModelDirectory {
  readonly name: string;
  readonly path: string;
  /** Oldest first. */
  readonly versions: readonly VersionDirectory[];
  /** Undefined without a config.pbtxt. */
  readonly configText: string | undefined;
  /** Differs when anything in the directory except config.pbtxt does. */
  readonly filesStamp: string;
}

/** Names of the models in a repository, sorted. Throws NOT_FOUND when the repository can't be read. */
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

/** Undefined when there is no such directory. */
export async function readModelDirectory(
  repository: string,
  name: string,
): Promise<ModelDirectory | undefined> {
  const path = join(repository, name);
  if (name === "" || name !== name.split(/[\\/]/).pop() || name.startsWith(".")) return undefined;
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) return undefined;
  const configText = await readFile(join(path, "config.pbtxt"), "utf8").catch((error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  const { versions, filesStamp } = await readFiles(path);
  return { name, path, versions, configText, filesStamp };
}

async function readFiles(path: string) {
  const stamps: string[] = [];
  const versions: VersionDirectory[] = [];
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const info = await stat(file).catch(() => undefined);
    if (info === undefined || file === join(path, "config.pbtxt")) continue;
    if (!info.isDirectory()) stamps.push(`${file}:${info.size}:${info.mtimeMs}:${info.ino}`);
    else if (entry.parentPath === path && /^[0-9]+$/.test(entry.name)) {
      const version = String(BigInt(entry.name));
      versions.push({ version, path: file, files: await readdir(file) });
    }
  }
  versions.sort((a, b) => Number(a.version) - Number(b.version));
  return { versions, filesStamp: [...versions.map((v) => v.path), ...stamps.sort()].join("\n") };
}
