import { type ChildProcess, fork } from "node:child_process";
import { StatusError } from "../../../base/status-error.ts";
import {
  type FromGenerator,
  PROTOCOL_VERSION,
  type RunProgress,
  type RunResult,
  type RunSpec,
  type ToGenerator,
} from "./messages.ts";

export interface RunWatcher {
  /** The first request leaves, the measured span begins, it ended; ms since the epoch. */
  started?(at: number): void;
  measuring?(at: number): void;
  measured?(at: number): void;
  /** Every 250 ms. */
  progress?(progress: RunProgress): void;
  /** Every second within the span: what remains if the generator is lost. */
  snapshot?(result: RunResult): void;
}

/** A running measurement. Messages after its end are ignored. */
export interface RunHandle {
  /** Rejects with INVALID_ARGUMENT if the run is rejected, with UNAVAILABLE when the generator's process dies. */
  readonly result: Promise<RunResult>;
  /** Ends the warm-up now. */
  measure(): void;
  /** Ends the span now, complete. */
  finish(): void;
  /** Changes the clients, or requests per second. */
  adjust(value: number): void;
}

interface Pending {
  readonly id: number;
  readonly watcher: RunWatcher;
  readonly windows: RunResult["windows"][number][];
  readonly resolve: (result: RunResult) => void;
  readonly reject: (error: StatusError) => void;
}

/** A cancelled run must return its result within this, ms, or its process is ended. */
const PATIENCE_MS = 10_000;

/**
 * Of V8: young garbage in 2 MB is collected in 0.5 ms at a time. With V8's own 16 MB it takes some 10 ms, in which nothing is
 * sent, and then everything that was due at once.
 */
const GENERATOR_FLAGS = ["--max-semi-space-size=2"];

/** The host's side of the load generator's process: started with the first run, one run at a time. */
export class LoadGenerator implements Disposable {
  readonly #entry: URL;
  readonly #patienceMs: number;
  #child: ChildProcess | null = null;
  #pending: Pending | null = null;
  #lastId = 0;

  /** `entry`: the module of the process, process.ts here or its bundle. */
  constructor(entry: URL, patienceMs = PATIENCE_MS) {
    this.#entry = entry;
    this.#patienceMs = patienceMs;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** An abort ends the run early: it returns what was measured so far, marked as incomplete. */
  run(spec: RunSpec, watcher: RunWatcher = {}, signal?: AbortSignal): RunHandle {
    if (this.#pending) {
      throw new StatusError("FAILED_PRECONDITION", "The load generator is running already.");
    }
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
    this.#pending = { id, watcher, windows: [], resolve, reject };
    this.#child ??= this.#fork();
    this.#send({ type: "run", version: PROTOCOL_VERSION, id, spec });
    let patience: NodeJS.Timeout | undefined;
    const cancel = () => {
      this.#send({ type: "cancel", id });
      patience = setTimeout(() => this.#giveUp(id), this.#patienceMs);
    };
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    return {
      result: promise.finally(() => {
        signal?.removeEventListener("abort", cancel);
        clearTimeout(patience);
      }),
      measure: () => this.#send({ type: "measure", id }),
      finish: () => this.#send({ type: "finish", id }),
      adjust: (value) => this.#send({ type: "adjust", id, value }),
    };
  }

  [Symbol.dispose](): void {
    const child = this.#child;
    this.#child = null;
    child?.kill("SIGKILL");
    this.#fail("The load generator was stopped.");
  }

  #giveUp(id: number): void {
    if (this.#pending?.id !== id) return;
    const child = this.#child;
    this.#child = null;
    child?.kill("SIGKILL");
    this.#fail(
      `The load generator gave no result within ${this.#patienceMs / 1000} s after the run was cancelled; its process was ended.`,
    );
  }

  #fork(): ChildProcess {
    const child = fork(this.#entry, {
      execArgv: [...GENERATOR_FLAGS],
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
    // After a failed send the process exits, which is the error that the caller gets.
    this.#child?.send(message, () => {});
  }

  #receive(message: FromGenerator): void {
    const pending = this.#pending;
    if (message.type === "ready" || message.id !== pending?.id) return;
    switch (message.type) {
      case "started":
      case "measuring":
      case "measured":
        pending.watcher[message.type]?.(message.at);
        break;
      case "progress":
        pending.watcher.progress?.(message.progress);
        break;
      case "snapshot":
        pending.windows.splice(message.firstWindow, Infinity, ...message.result.windows);
        pending.watcher.snapshot?.({ ...message.result, windows: [...pending.windows] });
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
