import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";

const STAMP = ".batchdeck-installed";

/** Changes whenever an installation for another lock file or machine is no longer valid. */
function fingerprint(root) {
  return createHash("sha256")
    .update(fs.readFileSync(path.join(root, "package-lock.json")))
    .update(`${process.platform}-${process.arch}`)
    .digest("hex");
}

function readStamp(root) {
  try {
    return fs.readFileSync(path.join(root, "node_modules", STAMP), "utf8");
  } catch {
    return null;
  }
}

/** Runs `npm ci`; npm's output goes to stderr, so that a command's output stays clean. */
function install(root) {
  return new Promise((resolve, reject) => {
    const npm = process.env.npm_execpath;
    const command = npm ? process.execPath : process.platform === "win32" ? "npm.cmd" : "npm";
    const args = [
      ...(npm ? [npm] : []),
      "ci",
      "--include=dev",
      "--include=optional",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ];
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", 2, 2],
      // onnxruntime-node would download CUDA libraries, which are installed separately.
      env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip", NODE_ENV: "development" },
    });
    child.on("error", (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Installing the dependencies failed: npm ci ended with ${code}.`));
    });
  });
}

/** Whether the dependencies of the lock file are installed. */
export function areDependenciesInstalled(root) {
  return readStamp(root) === fingerprint(root);
}

/** Installs the dependencies of the lock file, unless that was already done. */
export async function ensureDependencies(root) {
  const wanted = fingerprint(root);
  if (readStamp(root) === wanted) return;
  const started = Date.now();
  process.stderr.write("Installing dependencies (about a minute the first time)…\n");
  await install(root);
  fs.writeFileSync(path.join(root, "node_modules", STAMP), wanted);
  process.stderr.write(
    `Dependencies installed in ${Math.round((Date.now() - started) / 1000)} s.\n`,
  );
}
