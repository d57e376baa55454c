import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import { fileURLToPath } from "node:url";
import nodeEnvironment from "../../engine/node-environment.json" with { type: "json" };
import nodeFlags from "../../engine/node-flags.json" with { type: "json" };
import { SECRET_FLAG } from "./engine-arguments.ts";

/** A running engine process. */
export interface EngineProcess {
  readonly child: ChildProcess;
  readonly args: readonly string[];
  /** Required by its control calls; null: nothing. */
  readonly secret: string | null;
}

/** Starts the engine's module; passes a secret on standard input if the arguments request one. */
export function startEngineProcess(entry: URL, args: readonly string[]): EngineProcess {
  const secret = args.includes(SECRET_FLAG) ? randomBytes(32).toString("base64url") : null;
  const child = fork(fileURLToPath(entry), args, {
    stdio: [secret === null ? "ignore" : "pipe", "pipe", "pipe", "ipc"],
    execArgv: nodeFlags,
    env: { ...nodeEnvironment, ...process.env },
    // In a separate process group, so that Ctrl-C in a terminal reaches only the host, which then stops it.
    detached: process.platform !== "win32",
  });
  // A child that ended at once doesn't read it; its exit is reported.
  child.stdin?.on("error", () => {}).end(`${secret}\n`);
  return { child, args, secret };
}

/** Lowered permanently: raising it again needs privileges. */
const ENGINE_NICE = 5;

/** Gives a process a lower priority than the load generator on the same machine, whose timing a busy engine would delay. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  for (const id of threadsIn(pid)) {
    try {
      os.setPriority(id, ENGINE_NICE);
    } catch {
      // It has ended, or the system doesn't allow it.
    }
  }
}

/** On Linux each thread has its own priority, which threads that it starts inherit. */
function threadsIn(pid: number): readonly number[] {
  try {
    return fs.readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
