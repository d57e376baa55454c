import type { ObservedFrame } from "../../contract/index.ts";
import type { Delta } from "../delta/delta.ts";
import { toFigures } from "../delta/part-figures.ts";
import type { Observation } from "../../servers/index.ts";
import { recentDelta } from "../delta/recent-delta.ts";

interface Parts {
  readonly serverId: string;
  /** ms since the epoch */
  readonly t: number;
  /** Null: it did not respond. `at`: when it did, ms, monotonic. */
  readonly answer: { readonly observation: Observation; readonly at: number } | null;
  /** What happened up to the newest poll. */
  readonly delta: Delta;
  /** Whether the silence before it was too long to compute an interval. */
  readonly afterGap: boolean;
  /** Intervals of the last minute, oldest first; `delta` is part of the last. */
  readonly intervals: readonly Delta[];
  readonly restarts: number;
}

/** The latest poll of a server, successful or not. */
export class PollResult implements Omit<Parts, "intervals"> {
  readonly serverId: string;
  readonly t: number;
  readonly answer: Parts["answer"];
  readonly delta: Delta;
  readonly afterGap: boolean;
  readonly restarts: number;
  readonly #intervals: readonly Delta[];
  #recent: Delta | null = null;
  #frame: ObservedFrame | null = null;

  constructor({ serverId, t, answer, delta, afterGap, intervals, restarts }: Parts) {
    this.serverId = serverId;
    this.t = t;
    this.answer = answer;
    this.delta = delta;
    this.afterGap = afterGap;
    this.restarts = restarts;
    this.#intervals = intervals;
  }

  get live(): boolean {
    return this.answer !== null;
  }

  /** Whether it ever responded. */
  get hasAnswered(): boolean {
    return this.live || this.delta.parts.length > 0 || this.delta.models.length > 0;
  }

  /** The last minute, with the readings of the newest poll. Computed on first use. */
  get recent(): Delta {
    this.#recent ??= recentDelta(this.#intervals, this.delta);
    return this.#recent;
  }

  /** Computed on first use. */
  get frame(): ObservedFrame {
    const { serverId, t, live, restarts } = this;
    const { seconds, models } = this.recent;
    this.#frame ??= {
      serverId,
      t,
      seconds,
      live,
      models: [...models],
      figures: toFigures(this.recent),
      restarts,
    };
    return this.#frame;
  }
}
