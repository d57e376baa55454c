import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { LogLines } from "../log-lines.ts";
import { lowerPriority } from "./engine-process.ts";

/** HOST:PORT of each of the engine's endpoints. */
export interface Endpoints {
  readonly grpc: string;
  readonly http: string;
  readonly metrics: string;
}

const engineMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("ready"),
    grpc: z.string(),
    http: z.string(),
    metrics: z.string(),
  }),
  z.object({ type: z.literal("failed"), message: z.string() }),
  z.object({ type: z.literal("fault"), part: z.string(), message: z.string() }),
]);

export interface EngineChildEvents {
  ready(endpoints: Endpoints): void;
  line(line: string): void;
  /** An uncaught error; the process continues. */
  fault(part: string, message: string): void;
  /** Called once, after the last line; `why` is a sentence. */
  ended(why: string): void;
}

/** How long to wait for the remaining output after the exit, since a grandchild may hold it open. */
const LAST_WORDS_MS = 300;

/** One engine process. It ends with this process. */
export class EngineChild {
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #events: EngineChildEvents;
  readonly #kill = () => void this.#child.kill("SIGKILL");
  #ended = false;

  constructor(child: ChildProcess, clock: Clock, events: EngineChildEvents) {
    this.#child = child;
    this.#clock = clock;
    this.#events = events;
    this.#listen();
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** Asks it to drain and end; kills it after `limitMs`. */
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
      if (!output) continue;
      const lines = new LogLines();
      const give = (all: readonly string[]) => {
        for (const line of all) this.#events.line(line);
      };
      output.on("data", (bytes: Buffer) => give(lines.push(bytes)));
      output.once("end", () => give(lines.rest()));
    }
    let failure: string | null = null;
    child.on("message", (received) => {
      const message = engineMessage.safeParse(received).data;
      if (message?.type === "ready") {
        lowerPriority(child);
        this.#events.ready(message);
      }
      if (message?.type === "failed") failure = message.message;
      if (message?.type === "fault") this.#events.fault(message.part, message.message);
    });
    child.once("error", (error) => this.#end(`${error.message}.`));
    child.once("exit", (code, signal) => {
      const end = () =>
        this.#end(
          failure ??
            (signal === null
              ? `its process ended with exit code ${code}.`
              : `its process was ended by ${signal}.`),
        );
      child.once("close", end);
      this.#clock.after(LAST_WORDS_MS, end);
    });
  }

  #end(why: string): void {
    if (this.#ended) return;
    this.#ended = true;
    process.off("exit", this.#kill);
    this.#events.ended(why);
  }
}
