import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import nodeFlags from "../../engine/node-flags.json" with { type: "json" };
import { root } from "../../scripts/process.ts";

const program = path.join(root, "app/cli/main.ts");

export interface Served {
  readonly child: ChildProcess;
  /** HOST:PORT */
  readonly grpc: string;
  readonly http: string;
}

/** Runs `serve` with this repository as a user would; resolves when it serves. */
export async function serveModels(
  repository: string,
  flags: readonly string[] = [],
): Promise<Served> {
  const args = [`--model-repository=${repository}`, "--http-port=0", "--grpc-port=0"];
  const serve = [program, "serve", ...args, "--metrics-port=0", ...flags];
  const child = spawn(process.execPath, [...nodeFlags, ...serve], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  for await (const piece of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    text += piece;
    const [, grpc, http] = /^Ready: grpc (\S+) http (\S+)/m.exec(text) ?? [];
    if (grpc && http) {
      child.stdout.resume();
      return { child, grpc, http };
    }
  }
  throw new Error(`The engine did not serve:\n${text}`);
}
