import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Node's cache of compiled code: with NODE_COMPILE_CACHE, programs start in half the CPU time. */
export const compileCache = path.join(root, ".cache", "compiled");

/** Receives a line of output. */
export type Print = (line: string) => void;

export const printToTerminal: Print = (line) => void process.stdout.write(`${line}\n`);

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  readonly quiet?: boolean;
  /**
   * Receives the program's output line by line; without it the program prints to the terminal
   * itself.
   */
  readonly print?: Print;
}

/** Runs a program in the project's folder; resolves with its exit code (1 if a signal ended it). */
export function run(
  command: string,
  args: readonly string[],
  { env, timeoutMs, quiet, print }: RunOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: quiet ? "ignore" : print ? ["ignore", "pipe", "pipe"] : "inherit",
      env: { ...process.env, ...env },
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    });
    child.on("error", reject);
    if (print)
      for (const stream of [child.stdout, child.stderr])
        if (stream) createInterface({ input: stream }).on("line", print);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Runs a tool installed with the dependencies. */
export function tool(name: string, args: readonly string[], options?: RunOptions) {
  return run(path.join(root, "node_modules", ".bin", name), args, options);
}

/** Runs one of the project's own TypeScript files. */
export function script(file: string, args: readonly string[] = [], options?: RunOptions) {
  return run(process.execPath, [path.join(root, file), ...args], options);
}
