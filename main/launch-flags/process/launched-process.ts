import { type ChildProcess, spawn } from "node:child_process";
import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type { Exit } from "../failure-reason.ts";
import type { Environment } from "../workload/environment.ts";
import { BoundedLog } from "./bounded-log.ts";

/** A server that unloads a large model takes seconds. */
const GRACE_MS = 15_000;
const isWindows = process.platform === "win32";

/** A server that was started here. It is a process group of its own, since it starts workers. */
export class LaunchedProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #log = new BoundedLog();
  readonly ended: Promise<Exit>;
  #exit: Exit | null = null;

  private constructor(child: ChildProcess, clock: Clock) {
    this.#child = child;
    this.#clock = clock;
    if (child.stdout) this.#log.read(child.stdout);
    if (child.stderr) this.#log.read(child.stderr);
    this.ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.#exit = { code, signal };
        // Workers that it left would keep the GPU's memory.
        killGroup(child, "SIGKILL");
        child.once("close", () => resolve({ code, signal }));
      });
    });
  }

  /** Starts a program without a shell. NOT_FOUND and PERMISSION_DENIED name a program that can't be started. */
  static async start(
    words: readonly string[],
    clock: Clock,
    changed: Environment = {},
  ): Promise<LaunchedProcess> {
    const [program = "", ...rest] = words;
    const child = spawn(program, rest, {
      stdio: ["ignore", "pipe", "pipe"],
      env: environment(changed),
      shell: false,
      detached: !isWindows,
      windowsHide: true,
    });
    const launched = new LaunchedProcess(child, clock);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error: NodeJS.ErrnoException) => reject(startFailure(program, error)));
    });
    child.on("error", () => {});
    return launched;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get log(): readonly string[] {
    return this.#log.lines;
  }

  /** Null while it runs. */
  get exit(): Exit | null {
    return this.#exit;
  }

  /** Ends it and what it started; resolves when it is gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#exit === null) killGroup(this.#child, "SIGTERM");
    using _grace = this.#clock.after(GRACE_MS, () => killGroup(this.#child, "SIGKILL"));
    await this.ended;
  }
}

/** The host's, so that a virtual environment, caches and GPUs are those of its terminal. A key would lock the console out. */
function environment(changed: Environment): NodeJS.ProcessEnv {
  const all = Object.entries({ ...process.env, ...changed }).filter(
    ([name, value]) => value !== null && name !== "VLLM_API_KEY" && !name.startsWith("BATCHDECK_"),
  );
  return Object.fromEntries(all) as NodeJS.ProcessEnv;
}

function startFailure(program: string, { code, message }: NodeJS.ErrnoException): StatusError {
  if (code === "ENOENT")
    return new StatusError(
      "NOT_FOUND",
      `The program '${program}' was not found on the host's machine. Write its full path, such as that of a virtual environment's bin folder.`,
    );
  if (code === "EACCES")
    return new StatusError(
      "PERMISSION_DENIED",
      `The program '${program}' can't be run: ${message}`,
    );
  return new StatusError("INTERNAL", `The program '${program}' can't be started: ${message}`);
}

function killGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  if (isWindows) {
    const ending = spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], {
      stdio: "ignore",
      windowsHide: true,
    });
    ending.on("error", () => child.kill());
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All of it has ended.
  }
}
