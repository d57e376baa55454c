import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import nodeFlags from "../../engine/node-flags.json" with { type: "json" };
import { STANDBY_FLAG, type StandbyMessage } from "../../engine/standby-message.ts";

/** Starts a process of the engine's module; `stdin` says whether it gets a line on its standard input. */
export function forkEngine(entry: URL, args: readonly string[], stdin: boolean): ChildProcess {
  return fork(fileURLToPath(entry), args, {
    stdio: [stdin ? "pipe" : "ignore", "pipe", "pipe", "ipc"],
    execArgv: nodeFlags,
    // In a process group of its own, Ctrl-C in a terminal reaches the host alone, which then stops it.
    detached: process.platform !== "win32",
  });
}

/**
 * An engine process that is started before it is known what it serves: its code and the runtime load while the
 * host still starts. It ends with this process, or when it is disposed of without being taken.
 */
export class StandbyEngine implements Disposable {
  #child: ChildProcess | null;
  readonly #kill = () => void this.#child?.kill("SIGKILL");

  constructor(entry: URL) {
    this.#child = forkEngine(entry, [STANDBY_FLAG], true);
    // One that could not be started is not taken.
    this.#child.on("error", () => {});
    process.once("exit", this.#kill);
  }

  /** The process, which now serves by `args`; null when it was taken before or has ended. */
  take(args: readonly string[]): ChildProcess | null {
    const child = this.#child;
    if (!child?.connected) return null;
    this.#release();
    child.send({ type: "serve", args } satisfies StandbyMessage);
    return child;
  }

  [Symbol.dispose](): void {
    this.#kill();
    this.#release();
  }

  #release(): void {
    process.off("exit", this.#kill);
    this.#child = null;
  }
}
