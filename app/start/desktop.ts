import { spawn } from "node:child_process";
import type { StartFlags } from "./flags.ts";
import { root } from "./program-files.ts";

/** Opens the desktop window; resolves with its exit code once it is closed. */
export function openDesktop(binary: string, flags: StartFlags): Promise<number> {
  const { dataDirectory, modelRepository, openControl, backendConfig } = flags;
  return new Promise((resolve, reject) => {
    const repository = modelRepository === null ? [] : [`--model-repository=${modelRepository}`];
    const control = openControl ? ["--engine-open-control"] : [];
    const backends = backendConfig.map((setting) => `--backend-config=${setting}`);
    const args = [root, `--data-dir=${dataDirectory}`, ...repository, ...control, ...backends];
    const child = spawn(binary, args, { stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
