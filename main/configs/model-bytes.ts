import fs from "node:fs/promises";
import path from "node:path";
import { modelFileIn } from "./model-folder.ts";

/** Total size in bytes of all files of a model's newest version, including external weights; null if unreadable. */
export async function readModelBytes(modelFolder: string): Promise<number | null> {
  try {
    const { version } = await modelFileIn(modelFolder, null);
    if (version === null) return null;
    const folder = path.join(modelFolder, version);
    const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
    let bytes = 0;
    for (const entry of entries) {
      if (entry.isFile()) bytes += (await fs.stat(path.join(entry.parentPath, entry.name))).size;
    }
    return bytes;
  } catch {
    return null;
  }
}
