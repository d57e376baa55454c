import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Path of Electron's binary, or the reason why there is no desktop window. */
export type ElectronChoice = { readonly binary: string } | { readonly reason: string };

export interface ElectronSearch {
  /** The project's folder. */
  readonly root: string;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Runs the package's own installer; resolves with the reason of a failure, or null. */
  readonly install: (folder: string, timeoutMs: number) => Promise<string | null>;
  readonly report: (line: string) => void;
  readonly now: () => number;
}

const INSTALL_LIMIT_MS = 30_000;
const FORGET_FAILURE_MS = 7 * 24 * 3_600_000;

/** The binary in the electron package's folder, or from the environment; null if it is missing. */
export function installed(folder: string, env: NodeJS.ProcessEnv): string | null {
  const override = env["ELECTRON_OVERRIDE_DIST_PATH"];
  const pathFile = path.join(folder, "path.txt");
  const name = fs.existsSync(pathFile) ? fs.readFileSync(pathFile, "utf8").trim() : "electron";
  const binary = path.join(override ?? path.join(folder, "dist"), name);
  return fs.existsSync(binary) ? binary : null;
}

interface Failure {
  readonly version: string;
  readonly at: number;
  readonly reason: string;
}

function rememberedFailure(file: string, version: string, now: number): string | null {
  try {
    const failure = JSON.parse(fs.readFileSync(file, "utf8")) as Failure;
    return failure.version === version && now - failure.at < FORGET_FAILURE_MS
      ? failure.reason
      : null;
  } catch {
    return null;
  }
}

/** Why no window can be shown here, or null. */
export function noDisplay({
  platform,
  env,
}: Pick<ElectronSearch, "platform" | "env">): string | null {
  if (platform !== "linux") return null;
  if (env["DISPLAY"] || env["WAYLAND_DISPLAY"]) return null;
  return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)";
}

/**
 * Finds Electron's binary; downloads it once (30 s at most) if there is a display. A failure is
 * remembered for a week, so that the next start doesn't wait for it again.
 */
export async function findElectron(search: ElectronSearch): Promise<ElectronChoice> {
  const missingDisplay = noDisplay(search);
  if (missingDisplay) return { reason: missingDisplay };
  const folder = path.join(search.root, "node_modules", "electron");
  const found = installed(folder, search.env);
  if (found) return { binary: found };
  const manifest = path.join(folder, "package.json");
  if (!fs.existsSync(manifest)) return { reason: "the electron package is not installed" };
  const { version } = JSON.parse(fs.readFileSync(manifest, "utf8")) as { version: string };
  const failureFile = path.join(search.root, ".cache", "electron-failure.json");
  const earlier = rememberedFailure(failureFile, version, search.now());
  if (earlier) {
    const retry = `remove ${path.relative(search.root, failureFile)} to try again`;
    return { reason: `Electron's binary could not be obtained earlier: ${earlier} (${retry})` };
  }
  search.report("Getting Electron's binary (30 s at most)…");
  const failed = await search.install(folder, INSTALL_LIMIT_MS);
  const binary = installed(folder, search.env);
  if (binary && !failed) return { binary };
  const reason = failed ?? "its installer left no binary";
  fs.mkdirSync(path.dirname(failureFile), { recursive: true });
  const failure: Failure = { version, at: search.now(), reason };
  fs.writeFileSync(failureFile, JSON.stringify(failure));
  return { reason: `Electron's binary could not be obtained: ${reason}` };
}

/** Runs `install.js` of the electron package. */
export function runElectronInstaller(folder: string, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(folder, "install.js")], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let words = "";
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill("SIGKILL");
    }, timeoutMs);
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      words = (words + text).slice(-4000);
    });
    child.on("error", (error) => {
      words = error.message;
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(null);
      else if (timedOut) resolve(`no response within ${timeoutMs / 1000} s`);
      else resolve(/^\w*Error: .+$/m.exec(words)?.[0] ?? `its installer ended with ${code}`);
    });
  });
}
