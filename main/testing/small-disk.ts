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
