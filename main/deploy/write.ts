import fs from "node:fs/promises";
import path from "node:path";
import { StatusError } from "../../base/status-error.ts";
import type { DeployFile } from "../contract/index.ts";
import { fromFileError } from "../../base/file-error.ts";
import { atomicWriteFile } from "../store/index.ts";

/** Throws INVALID_ARGUMENT for a relative path, ALREADY_EXISTS with the names that would be replaced. */
export async function refuseReplacing(
  folder: string,
  files: readonly DeployFile[],
  overwrite: boolean,
): Promise<void> {
  if (!path.isAbsolute(folder))
    throw new StatusError(
      "INVALID_ARGUMENT",
      `The folder '${folder}' must be an absolute path, beginning at the root of the file system.`,
      { details: { field: "folder" } },
    );
  if (overwrite) return;
  const exists = (file: string) =>
    fs.stat(path.join(folder, file)).then(
      () => true,
      () => false,
    );
  const there: string[] = [];
  for (const { path: file } of files) if (await exists(file)) there.push(file);
  if (there.length > 0)
    throw new StatusError("ALREADY_EXISTS", `In '${folder}' there is ${there.join(", ")} already.`);
}

/** Writes each file completely or not at all. Resolves with the number of bytes. */
export async function writeFiles(folder: string, files: readonly DeployFile[]): Promise<number> {
  let bytes = 0;
  for (const { path: file, text } of files) {
    const target = path.join(folder, file);
    try {
      await fs.mkdir(path.dirname(target), { recursive: true });
    } catch (error) {
      throw fromFileError(error, path.dirname(target));
    }
    await atomicWriteFile(target, text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}
