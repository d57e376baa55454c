import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { StatusError } from "../../../base/status-error.ts";
import type { LogLevel } from "../../log/log.ts";
import { encodeFrame, FrameReader, type Header } from "./frames.ts";
import type { Interpreter } from "./interpreter.ts";
import { LineSplitter } from "./line-splitter.ts";
import { SharedMemory } from "./shared-memory.ts";

/** The script that every process runs; copied next to the programs when they are bundled. */
const START_FILE = fileURLToPath(
  new URL(
    import.meta.url.endsWith(".ts") ? "./host/start.py" : "./python-host/start.py",
    import.meta.url,
  ),
);

/** A program that the model started may keep the connection open after the process ended. */
const LAST_FRAMES_MS = 1000;

export interface PythonProcessOptions {
  readonly interpreter: Interpreter;
  readonly sharedFolder: string | undefined;
  /** Throws what makes the process unusable. */
  readonly onFrame: (header: Header, payload: Uint8Array) => void;
  readonly log: (level: LogLevel, line: string) => void;
}

/** A Python process, the frames to and from it, and its output. */
export class PythonProcess {
  readonly memory: SharedMemory | undefined;
  /** Completes "ended …"; set when it has ended. */
  readonly exited: Promise<string>;
  readonly #child: ChildProcess;
  /** The error if it could not be started. */
  #failure: string | undefined;
  #ended = false;
  #reason: string | undefined;

  constructor({ interpreter, sharedFolder, onFrame, log }: PythonProcessOptions) {
    this.memory = process.platform === "win32" ? undefined : SharedMemory.open(sharedFolder);
    const shared = this.memory ? [this.memory.inputs, this.memory.outputs] : [];
    this.#child = spawn(
      interpreter.command,
      ["-u", "-B", START_FILE, ...(this.memory ? ["shared"] : [])],
      { stdio: ["pipe", "pipe", "pipe", ...shared], env: interpreter.env, windowsHide: true },
    );
    this.exited = this.#watch(interpreter.command);
    const frames = new FrameReader(onFrame);
    this.#child.stdout?.on("data", (piece: Buffer) => {
      if (this.#reason !== undefined) return;
      try {
        frames.push(piece);
      } catch (error) {
        this.kill(`because ${StatusError.from(error).message}`);
      }
    });
    const lines = new LineSplitter((line) => log("info", line));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => lines.push(text));
    this.#child.stderr?.on("end", () => lines.end());
  }

  /** The error if it could not be started. */
  get startFailure(): string | undefined {
    return this.#failure;
  }

  send(header: Header, parts: readonly Uint8Array[] = []): void {
    if (!this.#ended) this.#child.stdin?.write(encodeFrame(header, parts));
  }

  /** Ends it at once; `reason` becomes {@link exited}. */
  kill(reason: string): void {
    this.#reason ??= reason;
    this.#child.kill("SIGKILL");
  }

  #watch(command: string): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const end = (reason: string) => {
      if (this.#ended) return;
      this.#ended = true;
      this.memory?.close();
      // A program that the model started may keep them open.
      this.#child.stdin?.destroy();
      resolve(this.#reason ?? reason);
    };
    this.#child.on("error", (error: NodeJS.ErrnoException) => {
      // Sending a signal to an ended process is an error as well.
      if (this.#child.pid !== undefined) return;
      this.#failure = spawnFailure(command, error);
      end("before it began");
    });
    this.#child.on("exit", (code, signal) => {
      const reason = signal === null ? `with exit code ${code}` : `by signal ${signal}`;
      // Its last output is read before its end is reported.
      const { stdout } = this.#child;
      if (stdout === null || stdout.readableEnded) return end(reason);
      stdout.once("close", () => end(reason));
      setTimeout(() => stdout.destroy(), LAST_FRAMES_MS).unref();
    });
    // Writes to a process that just ended are lost.
    this.#child.stdin?.on("error", () => {});
    return promise;
  }
}

function spawnFailure(command: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") {
    return `Python was not found: there is no '${command}'. Install Python 3 with numpy, or name an interpreter with --backend-config=python,executable=PATH or the model's parameter EXECUTION_ENV_PATH.`;
  }
  if (code === "EACCES") return `'${command}' can't be run: permission denied.`;
  return `'${command}' can't be run: ${message}.`;
}
