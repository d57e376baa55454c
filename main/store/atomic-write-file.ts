import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { fromFileError } from "../../base/file-error.ts";

/**
 * Writes `text` so that a reader, or a restart after a power cut, finds either the old content or all of the
 * new. A link is followed, an existing file keeps its mode. Throws StatusErrors; then the old content stands.
 */
export async function atomicWriteFile(file: string, text: string): Promise<void> {
  const target = await fs.realpath(file).catch(() => file);
  const folder = path.dirname(target);
  const temporary = path.join(
    folder,
    `.${path.basename(target)}.${randomBytes(6).toString("hex")}`,
  );
  try {
    const mode = (await fs.stat(target).catch(() => null))?.mode ?? 0o644;
    const handle = await fs.open(temporary, "wx", mode & 0o777);
    try {
      await handle.writeFile(text, "utf8");
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(temporary, target);
    await syncFolder(folder);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {});
    throw fromFileError(error, file);
  }
}

/** Makes the renaming last. Windows cannot open a folder and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await fs.open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
