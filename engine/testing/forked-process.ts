import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** A process that exchanges messages with its parent. */
export interface ForkedProcess<Message> {
  readonly child: ChildProcess;
  /** The first message from it. */
  readonly message: Message;
  /** Exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
}

export interface ForkedProcessOptions {
  /** Node's own arguments; default: none. */
  readonly execArgv?: readonly string[];
  /** Default: this process's. */
  readonly stderr?: "inherit" | "ignore";
}

/** Resolves with its first message; rejects if it ends earlier. */
export async function forkProcess<Message>(
  module: URL,
  args: readonly string[],
  { execArgv = [], stderr = "inherit" }: ForkedProcessOptions = {},
): Promise<ForkedProcess<Message>> {
  const child = fork(module, args, {
    stdio: ["ignore", "ignore", stderr, "ipc"],
    execArgv: [...execArgv],
  });
  const exit = once(child, "exit").then(([code, signal]) => (signal ?? code) as number | string);
  const [message] = (await Promise.race([
    once(child, "message"),
    exit.then((code) => Promise.reject(new Error(`${module.href} ended with ${code}`))),
  ])) as [Message];
  return { child, message, exit };
}
