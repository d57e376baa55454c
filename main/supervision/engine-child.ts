import { type ChildProcess, fork } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Clock } from "../clock.ts";

/** HOST:PORT of each of the engine's ports. */
export interface Endpoints {
  readonly grpc: string;
  readonly http: string;
  readonly metrics: string;
}

const readyMessage = z.object({
  type: z.literal("ready"),
  grpc: z.string(),
  http: z.string(),
  metrics: z.string(),
});

export interface EngineChildEvents {
  ready(endpoints: Endpoints): void;
  line(line: string): void;
  /** Called once, after the last line; `how` goes into a sentence: "exit code 1", "signal SIGKILL". */
  ended(how: string): void;
}

/** After the exit, how long to wait for the rest of the output, which a grandchild may hold open. */
const LAST_WORDS_MS = 300;

/** One run of the engine's process. It goes when this process goes. */
export class EngineChild {
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #events: EngineChildEvents;
  readonly #kill = () => void this.#child.kill("SIGKILL");
  #ended = false;

  constructor(entry: URL, args: readonly string[], clock: Clock, events: EngineChildEvents) {
    this.#clock = clock;
    this.#events = events;
    this.#child = fork(fileURLToPath(entry), [...args], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: [],
    });
    this.#listen();
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** Asks it to drain and end; kills it when it has not ended after `limitMs`. */
  stop(limitMs: number): void {
    this.#child.kill("SIGTERM");
    const limit = this.#clock.after(limitMs, this.#kill);
    this.#child.once("exit", () => limit[Symbol.dispose]());
  }

  kill(): void {
    this.#kill();
  }

  #listen(): void {
    const child = this.#child;
    process.once("exit", this.#kill);
    for (const output of [child.stdout, child.stderr]) {
      if (output) createInterface({ input: output }).on("line", (line) => this.#events.line(line));
    }
    child.on("message", (message) => {
      const ready = readyMessage.safeParse(message);
      if (ready.success) this.#events.ready(ready.data);
    });
    child.once("error", (error) => this.#end(error.message));
    child.once("exit", (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      child.once("close", () => this.#end(how));
      this.#clock.after(LAST_WORDS_MS, () => this.#end(how));
    });
  }

  #end(how: string): void {
    if (this.#ended) return;
    this.#ended = true;
    process.off("exit", this.#kill);
    this.#events.ended(how);
  }
}
