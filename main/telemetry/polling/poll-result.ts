import type { ObservedFrame } from "../../contract/index.ts";
import type { Delta } from "../delta/delta.ts";
import { figuresOf } from "../delta/part-figures.ts";
import type { Observation } from "../../servers/index.ts";
import { recentDelta } from "../delta/recent-delta.ts";

interface Parts {
  readonly serverId: string;
  /** ms since the epoch */
  readonly t: number;
  /** Null: it did not answer. `at`: when it did, ms by the monotonic clock. */
  readonly answer: { readonly observation: Observation; readonly at: number } | null;
  /** What happened until the newest answer. */
  readonly delta: Delta;
  /** Whether it answered after so long that nothing is said of what happened in between. */
  readonly afterGap: boolean;
  /** Those of the last minute, oldest first, `delta` being a part of the last. */
  readonly intervals: readonly Delta[];
  readonly restarts: number;
}

/** What a server answered last, or that it did not. */
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

  /** Whether it ever did. */
  get hasAnswered(): boolean {
    return this.live || this.delta.parts.length > 0 || this.delta.models.length > 0;
  }

  /** What happened in the last minute, with the readings of the newest answer. Made when it is first asked for. */
  get recent(): Delta {
    this.#recent ??= recentDelta(this.#intervals, this.delta);
    return this.#recent;
  }

  /** Made when it is first asked for. */
  get frame(): ObservedFrame {
    const { serverId, t, live, restarts } = this;
    const { seconds, models } = this.recent;
    this.#frame ??= {
      serverId,
      t,
      seconds,
      live,
      models: [...models],
      figures: figuresOf(this.recent),
      restarts,
    };
    return this.#frame;
  }
}
