import { type ChildProcess, fork } from "node:child_process";
import { StatusError } from "../../../engine/protocol/status.ts";
import {
  type FromGenerator,
  PROTOCOL_VERSION,
  type RunProgress,
  type RunResult,
  type RunSpec,
  type ToGenerator,
} from "./messages.ts";

export interface RunWatcher {
  /** The warm-up's first request leaves. */
  started?(): void;
  /** The measured span begins or ends; ms since the epoch. */
  measuring?(at: number): void;
  measured?(at: number): void;
  /** Every 250 ms. */
  progress?(progress: RunProgress): void;
}

interface Pending {
  readonly id: number;
  readonly watcher: RunWatcher;
  readonly resolve: (result: RunResult) => void;
  readonly reject: (error: StatusError) => void;
}

/** The load generator's process as its host sees it: started with the first run, one run at a time. */
export class LoadGenerator implements Disposable {
  readonly #entry: URL;
  #child: ChildProcess | null = null;
  #pending: Pending | null = null;
  #lastId = 0;

  /** `entry` is the module of the process, process.ts here or its bundle. */
  constructor(entry: URL) {
    this.#entry = entry;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /**
   * Runs to its end. An abort ends it early and resolves with what was measured. Rejects with INVALID_ARGUMENT
   * where the run is refused, and with UNAVAILABLE when the generator's process dies.
   */
  run(spec: RunSpec, watcher: RunWatcher = {}, signal?: AbortSignal): Promise<RunResult> {
    if (this.#pending) {
      throw new StatusError("FAILED_PRECONDITION", "The load generator is running already.");
    }
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
    this.#pending = { id, watcher, resolve, reject };
    this.#child ??= this.#fork();
    this.#send({ type: "run", version: PROTOCOL_VERSION, id, spec });
    const cancel = () => this.#send({ type: "cancel", id });
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", cancel));
  }

  [Symbol.dispose](): void {
    const child = this.#child;
    this.#child = null;
    child?.kill("SIGKILL");
    this.#fail("The load generator was stopped.");
  }

  #fork(): ChildProcess {
    const child = fork(this.#entry, {
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child.on("message", (message) => this.#receive(message as FromGenerator));
    child.on("error", (error) => this.#ended(child, error.message));
    child.on("exit", (code, signal) => this.#ended(child, signal ?? `exit code ${code}`));
    return child;
  }

  #ended(child: ChildProcess, how: string): void {
    if (child !== this.#child) return;
    this.#child = null;
    this.#fail(`The load generator's process ended (${how}).`);
  }

  #fail(message: string): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.reject(new StatusError("UNAVAILABLE", message));
  }

  #send(message: ToGenerator): void {
    // A failed send is followed by the exit of the process, which is what the caller is told.
    this.#child?.send(message, () => {});
  }

  #receive(message: FromGenerator): void {
    const pending = this.#pending;
    if (message.type === "ready" || message.id !== pending?.id) return;
    switch (message.type) {
      case "started":
        pending.watcher.started?.();
        break;
      case "measuring":
        pending.watcher.measuring?.(message.at);
        break;
      case "measured":
        pending.watcher.measured?.(message.at);
        break;
      case "progress":
        pending.watcher.progress?.(message.progress);
        break;
      case "result":
        this.#pending = null;
        pending.resolve(message.result);
        break;
      case "refused":
        this.#pending = null;
        pending.reject(new StatusError("INVALID_ARGUMENT", message.reason));
        break;
    }
  }
}
