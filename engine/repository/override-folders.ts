import { createHash } from "node:crypto";
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fromFileError } from "../../base/file-error.ts";

/** Identifies this machine: containers with a shared temporary directory have different host names, and separate process ids. */
export const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** Creates a folder for the files of a load call, named after this machine and process. Throws StatusErrors. */
export async function makeOverrideFolder(): Promise<string> {
  const folder = tmpdir();
  try {
    return await mkdtemp(join(folder, `batchdeck-override-${machine}-${process.pid}-`));
  } catch (error) {
    throw fromFileError(error, folder);
  }
}

/**
 * Removes the folders that this user's engines on this machine left behind, and returns their number. Links and folders of
 * other users, running processes or other machines are kept. Never rejects.
 */
export async function removeLeftOverrides(folder = tmpdir()): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const pid = Number(OURS.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    const isGone = await rm(path, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) removed++;
  }
  return removed;
}

/** Whether a path is in a folder of {@link makeOverrideFolder}. */
export function isOverrideFolder(path: string): boolean {
  return path.split(/[\\/]/).some((part) => OURS.test(part));
}

const OURS = new RegExp(`^batchdeck-override-${machine}-(\\d+)-\\w+$`);

/** Whether a process runs, also one of another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
