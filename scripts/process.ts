import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Runs a program to its end in the project's folder; resolves with its exit code (1 when a signal ended it). */
export function run(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; timeoutMs?: number; quiet?: boolean } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: options.quiet ? "ignore" : "inherit",
      env: { ...process.env, ...options.env },
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Runs a tool installed with the dependencies. */
export function tool(name: string, args: readonly string[], env?: NodeJS.ProcessEnv) {
  return run(path.join(root, "node_modules", ".bin", name), args, env ? { env } : {});
}

/** Runs one of the project's own TypeScript files. */
export function script(file: string, args: readonly string[] = []) {
  return run(process.execPath, [path.join(root, file), ...args]);
}
