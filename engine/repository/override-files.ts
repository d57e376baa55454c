import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";
import { type ModelDirectory, readModelDirectory } from "./model-directory.ts";
import { makeOverrideFolder } from "./override-folders.ts";

/** Files of a load call, in a temporary directory. */
export interface OverrideFiles {
  readonly directory: ModelDirectory;
  /** Removes them; called when nothing loaded from them serves any more. */
  readonly dispose: () => Promise<void>;
}

/** Writes a model's files by path within its directory. Throws INVALID_ARGUMENT for a path outside of it. */
export async function writeOverrideFiles(
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<OverrideFiles> {
  const root = await makeOverrideFolder();
  const dispose = () => rm(root, { recursive: true, force: true });
  try {
    const model = resolve(root, name);
    for (const [path, content] of files) await writeInside(root, model, path, content);
    const directory = await readModelDirectory(root, name);
    if (directory === undefined) {
      throw new StatusError("INVALID_ARGUMENT", `'${name}' can't be the name of a model`);
    }
    return { directory, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function writeInside(
  root: string,
  model: string,
  path: string,
  content: Uint8Array,
): Promise<void> {
  const invalid = (message: string) =>
    new StatusError("INVALID_ARGUMENT", message, { details: { field: `file:${path}` } });
  const target = resolve(model, path);
  const inside = model.startsWith(root + sep) && target.startsWith(model + sep);
  if (!inside || path.includes("\0")) {
    throw invalid(
      `Invalid file parameter 'file:${path}' with normalized path '${target}' must stay within model directory.`,
    );
  }
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR" || code === "EISDIR") {
      throw invalid(`Invalid file parameter 'file:${path}', directory has been created as a file`);
    }
    if (code === "ENAMETOOLONG") throw invalid(`The path of 'file:${path}' is too long.`);
    throw fromFileError(error, target);
  }
}
