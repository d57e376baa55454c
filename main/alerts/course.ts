/** Whether a condition holds; null: nothing can be reported. */
export type Verdict = boolean | null;

export type CourseState = "ok" | "pending" | "firing";

/** What a step led to. */
export type Turn = "fired" | "well" | "unknown" | null;

const WELL_MS = 15_000;
/** What fires again within this time flaps. */
const FLAP_MS = 10 * 60_000;
const MAX_FLAPS = 2;
const PENDING_UNKNOWN_MS = 60_000;
const FIRING_UNKNOWN_MS = 5 * 60_000;

/** One rule on one server and model, from verdict to verdict. */
export class Course {
  readonly #forMs: number;
  #state: CourseState = "ok";
  /** Since when the condition holds. */
  #since = 0;
  #wellSince: number | null = null;
  #lastKnown = 0;
  #endedAt = Number.NEGATIVE_INFINITY;
  /** How often it fired again soon after it had ended. */
  #flaps = 0;

  constructor(forSeconds: number) {
    this.#forMs = forSeconds * 1000;
  }

  get state(): CourseState {
    return this.#state;
  }

  /** Whether it is as if nothing had ever happened. */
  isFresh(t: number): boolean {
    return this.#state === "ok" && t - this.#endedAt > FLAP_MS;
  }

  /** `t`: ms, ascending, by a clock that no one sets. `overMs`: what the verdict is of, up to `t`; 0: of this moment. */
  step(t: number, holds: Verdict, overMs = 0): Turn {
    const lapsed = this.#lapse(t, overMs);
    if (holds === null) return lapsed;
    this.#lastKnown = t;
    return lapsed ?? (holds ? this.#holds(t, t - overMs) : this.#well(t, t - overMs));
  }

  #holds(t: number, from: number): Turn {
    this.#wellSince = null;
    if (this.#state === "firing") return null;
    if (this.#state === "ok") this.#since = from;
    this.#state = "pending";
    if (t - this.#since < this.#forMs) return null;
    this.#state = "firing";
    this.#flaps = t - this.#endedAt > FLAP_MS ? 0 : Math.min(MAX_FLAPS, this.#flaps + 1);
    return "fired";
  }

  #well(t: number, from: number): Turn {
    if (this.#state !== "firing") {
      this.#state = "ok";
      return null;
    }
    this.#wellSince ??= from;
    if (t - this.#wellSince < WELL_MS * 4 ** this.#flaps) return null;
    return this.#end(t, "well");
  }

  /** What comes of the time that passed without a verdict. */
  #lapse(t: number, overMs: number): Turn {
    const silence = t - this.#lastKnown - overMs;
    if (this.#state === "pending" && silence > PENDING_UNKNOWN_MS) this.#state = "ok";
    if (this.#state === "firing" && silence > FIRING_UNKNOWN_MS) return this.#end(t, "unknown");
    return null;
  }

  #end(t: number, turn: "well" | "unknown"): Turn {
    this.#state = "ok";
    this.#wellSince = null;
    this.#endedAt = t;
    return turn;
  }
}
