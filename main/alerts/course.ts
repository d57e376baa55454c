/** Whether a condition holds; null: nothing can be told. */
export type Verdict = boolean | null;

export type CourseState = "ok" | "pending" | "firing";

/** What a step led to. */
export type Turn = "fired" | "well" | "unknown" | null;

const WELL_MS = 15_000;
const PENDING_UNKNOWN_MS = 60_000;
const FIRING_UNKNOWN_MS = 5 * 60_000;

/** One rule on one server and model, from verdict to verdict. `stepMs`: how far these are apart where they are rare. */
export class Course {
  readonly #forMs: number;
  readonly #stepMs: number;
  #state: CourseState = "ok";
  /** Since when the condition holds. */
  #since = 0;
  #wellSince: number | null = null;
  #lastTold = 0;

  constructor(forSeconds: number, stepMs = 0) {
    this.#forMs = forSeconds * 1000;
    this.#stepMs = stepMs;
  }

  get state(): CourseState {
    return this.#state;
  }

  get since(): number {
    return this.#since;
  }

  /** `t`: ms, ascending. */
  step(t: number, holds: Verdict): Turn {
    if (holds === null) return this.#unknown(t);
    this.#lastTold = t;
    return holds ? this.#holds(t) : this.#well(t);
  }

  #holds(t: number): Turn {
    this.#wellSince = null;
    if (this.#state === "firing") return null;
    if (this.#state === "ok") this.#since = t;
    this.#state = "pending";
    if (t - this.#since < this.#forMs) return null;
    this.#state = "firing";
    return "fired";
  }

  #well(t: number): Turn {
    if (this.#state !== "firing") {
      this.#state = "ok";
      return null;
    }
    this.#wellSince ??= t;
    if (t - this.#wellSince < Math.max(0, WELL_MS - this.#stepMs)) return null;
    return this.#end("well");
  }

  #unknown(t: number): Turn {
    const silence = t - this.#lastTold - this.#stepMs;
    if (this.#state === "pending" && silence > PENDING_UNKNOWN_MS) this.#state = "ok";
    if (this.#state === "firing" && silence > FIRING_UNKNOWN_MS) return this.#end("unknown");
    return null;
  }

  #end(turn: "well" | "unknown"): Turn {
    this.#state = "ok";
    this.#wellSince = null;
    return turn;
  }
}
