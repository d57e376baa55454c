import type { Stats } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { StatusError } from "../../base/status-error.ts";

export interface ModelFile {
  readonly model: string;
  /** Path relative to the model's folder. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
  readonly modified: Date;
  /** For any user. */
  readonly executable: boolean;
}

/**
 * Everything in a model's folder; folders come after their content. Follows links and skips hidden files next to
 * config.pbtxt. Throws NOT_FOUND for a missing model, FAILED_PRECONDITION for circular links.
 */
export async function listFiles(repository: string, model: string): Promise<ModelFile[]> {
  const root = path.join(repository, model);
  const isModel = path.basename(root) === model && path.dirname(root) === path.resolve(repository);
  if (!isModel || !(await fs.stat(root).catch(() => null))?.isDirectory())
    throw new StatusError("NOT_FOUND", `The model repository has no model '${model}'.`);
  const files: ModelFile[] = [];
  const toModelFile = (file: string, { size, mode, mtime }: Stats): ModelFile => ({
    model,
    name: path.relative(root, file),
    isFolder: false,
    bytes: size,
    modified: mtime,
    executable: (mode & 0o111) !== 0,
  });
  const walk = async (folder: string, above: readonly string[]) => {
    const real = await fs.realpath(folder);
    if (above.includes(real))
      throw new StatusError("FAILED_PRECONDITION", `'${folder}' is a link to a folder above it.`);
    for (const entry of await fs.readdir(folder)) {
      if (folder === root && entry.startsWith(".")) continue;
      const file = path.join(folder, entry);
      const stat = await fs.stat(file);
      if (stat.isDirectory()) await walk(file, [...above, real]);
      else if (stat.isFile()) files.push(toModelFile(file, stat));
    }
    // An ensemble's empty version directory is required.
    files.push({ ...toModelFile(folder, await fs.stat(folder)), isFolder: true, bytes: 0 });
  };
  await walk(root, []);
  return files;
}
