import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { StatusError } from "../../base/status-error.ts";

/**
 * Opens a file for reading without waiting for a pipe's writer: throws INVALID_ARGUMENT if `path`
 * isn't a regular file.
 */
export async function openRegular(path: string): Promise<{ file: FileHandle; size: number }> {
  // Missing on Windows, where pipes have no paths in folders.
  const nonBlocking = (constants.O_NONBLOCK as number | undefined) ?? 0;
  const file = await open(path, constants.O_RDONLY | nonBlocking);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new StatusError("INVALID_ARGUMENT", "it is not a regular file");
    return { file, size: stat.size };
  } catch (error) {
    await file.close();
    throw error;
  }
}
