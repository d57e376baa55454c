import fs from "node:fs";
import path from "node:path";

/**
 * Removes a cache folder that has grown over `maxBytes`; the next run fills it again. Vitest and Node add an entry for
 * each version of a file and remove none.
 */
export function limitCache(folder: string, maxBytes: number): void {
  if (!fs.existsSync(folder)) return;
  const bytes = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => fs.statSync(path.join(parentPath, name)).size)
    .reduce((total, size) => total + size, 0);
  if (bytes > maxBytes) fs.rmSync(folder, { recursive: true, force: true });
}
