import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "./process.ts";

/**
 * The project's files whose path matches, as git lists them, untracked ones included; paths from
 * the root. Needs a git checkout.
 */
export function projectFiles(matching: RegExp): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  return execFileSync("git", args, { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => matching.test(file) && fs.existsSync(path.join(root, file)));
}

export const readProjectFile = (file: string): string =>
  fs.readFileSync(path.join(root, file), "utf8");
