import { isDeepStrictEqual } from "node:util";
import { type EngineProcess, startEngineProcess } from "./engine-process.ts";

/**
 * An engine process that starts before the host and loads what the host will probably request. It ends with this process, or
 * when it is disposed without being taken.
 */
export class EarlyEngine implements Disposable {
  #process: EngineProcess | null;
  readonly #kill = () => void this.#process?.child.kill("SIGKILL");

  constructor(entry: URL, args: readonly string[]) {
    this.#process = startEngineProcess(entry, args);
    // A process that failed to start is never taken.
    this.#process.child.on("error", () => {});
    process.once("exit", this.#kill);
  }

  /** The process; null if it was taken or has ended. A process with other arguments is ended. */
  take(args: readonly string[]): EngineProcess | null {
    const early = this.#process;
    if (!early?.child.connected || !isDeepStrictEqual(early.args, args)) {
      this[Symbol.dispose]();
      return null;
    }
    this.#release();
    return early;
  }

  [Symbol.dispose](): void {
    this.#kill();
    this.#release();
  }

  #release(): void {
    process.off("exit", this.#kill);
    this.#process = null;
  }
}
