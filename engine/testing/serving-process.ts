import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** The engine's process as a user starts it, on free ports of loopback. */
export interface ServingProcess {
  readonly child: ChildProcess;
  /** HOST:PORT. */
  readonly grpc: string;
  readonly http: string;
  /** Exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
}

/** Resolves when it serves; rejects when it ends before. */
export async function startServing(
  repository: string,
  ...flags: readonly string[]
): Promise<ServingProcess> {
  const child = fork(
    new URL("../process.ts", import.meta.url),
    [
      `--model-repository=${repository}`,
      "--grpc-port=0",
      "--http-port=0",
      "--metrics-port=0",
      ...flags,
    ],
    { stdio: ["ignore", "ignore", "ignore", "ipc"], execArgv: [] },
  );
  const exit = once(child, "exit").then(([code, signal]) => (signal ?? code) as number | string);
  const [message] = (await Promise.race([
    once(child, "message"),
    exit.then((code) => Promise.reject(new Error(`the engine ended with ${code}`))),
  ])) as [{ type: string; message?: string; grpc: string; http: string }];
  if (message.type !== "ready") throw new Error(message.message);
  return { child, grpc: message.grpc, http: message.http, exit };
}
