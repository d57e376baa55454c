import fs from "node:fs/promises";
import path from "node:path";

/** Entries of a folder that are read. */
export const MAX_ENTRIES = 10_000;

export interface FolderListing {
  readonly files: readonly string[];
  /** Links to folders among them. */
  readonly folders: readonly string[];
  /** Links that lead nowhere or in a circle, and what is neither file nor folder. */
  readonly unusable: readonly string[];
  /** Not all entries were read. */
  readonly more: boolean;
}

/** What a folder holds, its links followed; the first 10,000 entries. Rejects as node:fs does. */
export async function listFolder(folder: string): Promise<FolderListing> {
  const files: string[] = [];
  const folders: string[] = [];
  const unusable: string[] = [];
  let count = 0;
  for await (const entry of await fs.opendir(folder)) {
    count += 1;
    if (count > MAX_ENTRIES) break;
    const kind = entry.isSymbolicLink()
      ? await fs.stat(path.join(folder, entry.name)).catch(() => null)
      : entry;
    if (kind?.isDirectory()) folders.push(entry.name);
    else if (kind?.isFile()) files.push(entry.name);
    else unusable.push(entry.name);
  }
  return { files, folders, unusable, more: count > MAX_ENTRIES };
}
