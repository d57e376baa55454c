import fs from "node:fs/promises";
import path from "node:path";
import type { ModelKey } from "./config-store.ts";
import { modelFileIn } from "./model-folder.ts";
import type { ModelSources } from "./model-source.ts";

/** Total size in bytes of all files of a model's newest version, including external weights; null if unreadable. */
export async function readModelBytes(
  { findRepository, storedModels }: ModelSources,
  { serverId, model }: ModelKey,
): Promise<number | null> {
  try {
    const repository = findRepository(serverId, model);
    if (repository === null)
      return (await storedModels?.(serverId)?.bytes(model, "newest")) ?? null;
    const modelFolder = path.join(repository, model);
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
