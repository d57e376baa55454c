import type { ChildProcess } from "node:child_process";
import { engineProgram } from "../../base/testing/program-files.ts";
import nodeFlags from "../node-flags.json" with { type: "json" };
import type { ServeMessage } from "../serve.ts";
import { type ForkedProcessOptions, forkProcess } from "./forked-process.ts";

/** The engine's process as a user starts it, on free loopback ports. */
export interface ServingProcess {
  readonly child: ChildProcess;
  /** HOST:PORT. */
  readonly grpc: string;
  readonly http: string;
  readonly metrics: string;
  /** Exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
}

/** Resolves when it serves; rejects if it ends earlier. */
export async function startServing(
  repository: string,
  flags: readonly string[] = [],
  options: ForkedProcessOptions & { readonly program?: URL } = { stderr: "ignore" },
): Promise<ServingProcess> {
  const { child, message, exit } = await forkProcess<ServeMessage>(
    options.program ?? engineProgram,
    [
      `--model-repository=${repository}`,
      "--grpc-port=0",
      "--http-port=0",
      "--metrics-port=0",
      ...flags,
    ],
    { ...options, execArgv: [...nodeFlags, ...(options.execArgv ?? [])] },
  );
  if (message.type !== "ready") throw new Error(message.message);
  const { grpc, http, metrics } = message;
  return { child, grpc, http, metrics, exit };
}
