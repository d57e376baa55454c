import { spawn } from "node:child_process";
import type { StartFlags } from "./flags.ts";
import { root } from "./program-files.ts";

/** Opens the desktop window; resolves with its exit code once it is closed. */
export function openDesktop(binary: string, flags: StartFlags): Promise<number> {
  const { dataDirectory, modelRepository } = flags;
  return new Promise((resolve, reject) => {
    const repository = modelRepository === null ? [] : [`--model-repository=${modelRepository}`];
    const child = spawn(binary, [root, `--data-dir=${dataDirectory}`, ...repository], {
      stdio: "inherit",
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
