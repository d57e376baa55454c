import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export interface SmallDisk extends Disposable {
  readonly path: string;
}

/** A file system of `kilobytes` in memory, to fill up for real; null where this user may not mount one. */
export function mountSmallDisk(kilobytes: number): SmallDisk | null {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-disk-"));
  try {
    execFileSync("/bin/mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder], {
      stdio: "ignore",
    });
  } catch {
    fs.rmdirSync(folder);
    return null;
  }
  return {
    path: folder,
    [Symbol.dispose]() {
      execFileSync("/bin/umount", [folder]);
      fs.rmdirSync(folder);
    },
  };
}

/** A test that runs `work` with a small disk, and is skipped where none can be mounted. */
export function withSmallDisk(kilobytes: number, work: (disk: SmallDisk) => Promise<void> | void) {
  return async ({ skip }: { skip: (note: string) => void }) => {
    using disk = mountSmallDisk(kilobytes);
    if (!disk) return skip("this user may not mount a file system");
    await work(disk);
  };
}

/** Fills what is left of a disk with one file; returns its path. */
export function fillDisk(folder: string): string {
  const file = path.join(folder, "filler");
  const handle = fs.openSync(file, "w");
  try {
    for (;;) fs.writeSync(handle, Buffer.alloc(4096));
  } catch {
    return file;
  } finally {
    fs.closeSync(handle);
  }
}
