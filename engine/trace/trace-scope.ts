import type { TraceSettings } from "../types.ts";
import type { TraceOverrides } from "./trace-settings.ts";

/** The settings of the server, or of a model with its own, and how many requests they have counted (rule TRACE-4). */
export class TraceScope {
  readonly overrides: TraceOverrides;
  readonly #settings: TraceSettings;
  readonly #off: boolean;
  #seen = 0;
  #remaining: number;

  constructor(overrides: TraceOverrides, fallback: TraceSettings) {
    this.overrides = overrides;
    this.#settings = { ...fallback, ...overrides };
    this.#off = this.#settings.trace_level.includes("OFF") || this.#settings.trace_rate === 0;
    this.#remaining = this.#settings.trace_count;
  }

  /** trace_count is the number of traces still to take. */
  get settings(): TraceSettings {
    return { ...this.#settings, trace_count: this.#remaining };
  }

  get active(): boolean {
    return !this.#off && this.#remaining !== 0;
  }

  /** Whether the trace just taken was the last. */
  get spent(): boolean {
    return this.#remaining === 0;
  }

  /** Whether to trace this request: one in `trace_rate`, the last of each group. */
  sample(): boolean {
    if (!this.active) return false;
    this.#seen += 1;
    if (this.#seen % this.#settings.trace_rate !== 0) return false;
    if (this.#remaining > 0) this.#remaining -= 1;
    return true;
  }
}
