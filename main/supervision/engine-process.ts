import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import { fileURLToPath } from "node:url";
import nodeFlags from "../../engine/node-flags.json" with { type: "json" };
import { SECRET_FLAG } from "./engine-arguments.ts";

/** One run of the engine's module. */
export interface EngineProcess {
  readonly child: ChildProcess;
  readonly args: readonly string[];
  /** What calls that control it must carry; null: nothing. */
  readonly secret: string | null;
}

/** Starts the engine's module; one whose arguments ask for a secret gets it on its standard input. */
export function startEngineProcess(entry: URL, args: readonly string[]): EngineProcess {
  const secret = args.includes(SECRET_FLAG) ? randomBytes(32).toString("base64url") : null;
  const child = fork(fileURLToPath(entry), args, {
    stdio: [secret === null ? "ignore" : "pipe", "pipe", "pipe", "ipc"],
    execArgv: nodeFlags,
    // In a process group of its own, Ctrl-C in a terminal reaches the host alone, which then stops it.
    detached: process.platform !== "win32",
  });
  // A child that ended at once does not read it; its exit is reported.
  child.stdin?.on("error", () => {}).end(`${secret}\n`);
  return { child, args, secret };
}

/** Lowered permanently: without privileges it cannot be raised again. */
const ENGINE_NICE = 5;

/** Puts a process below the load generator on the same machine, whose clock a busy engine would hold up. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  for (const id of threadsIn(pid)) {
    try {
      os.setPriority(id, ENGINE_NICE);
    } catch {
      // It ended, or the system does not allow it.
    }
  }
}

/** On Linux each thread has a priority of its own, which the threads that it starts inherit. */
function threadsIn(pid: number): readonly number[] {
  try {
    return fs.readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
