/** Whether a condition holds; null if unknown. */
export type Verdict = boolean | null;

export type CourseState = "ok" | "pending" | "firing";

/** The transition caused by a step. */
export type Turn = "fired" | "well" | "unknown" | null;

const WELL_MS = 15_000;
/** A firing that restarts within this time is flapping. */
const FLAP_MS = 10 * 60_000;
const MAX_FLAPS = 2;
const PENDING_UNKNOWN_MS = 60_000;
const FIRING_UNKNOWN_MS = 5 * 60_000;

/** The state of one rule on one server and model. */
export class Course {
  readonly #forMs: number;
  #state: CourseState = "ok";
  /** Since when the condition has held. */
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

  /** Whether it has no state worth keeping. */
  isFresh(t: number): boolean {
    return this.#state === "ok" && t - this.#endedAt > FLAP_MS;
  }

  /** `t`: monotonic time, ms. `overMs`: length of the interval of the verdict, ending at `t`; 0: an instant. */
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

  /** Handles time that passed without a verdict. */
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
