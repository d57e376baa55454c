import type { ObservedFrame } from "../../contract/index.ts";
import type { Delta } from "../delta/delta.ts";
import { figuresOf } from "../delta/figures.ts";
import { isMetric } from "../delta/metric-name.ts";
import { recentDelta } from "../delta/recent-delta.ts";

/** What a server answered last, or that it did not. */
export class PollResult {
  readonly serverId: string;
  /** ms since the epoch */
  readonly t: number;
  readonly live: boolean;
  /** Of the newest answer. */
  readonly delta: Delta;
  readonly restarts: number;
  readonly #intervals: readonly Delta[];
  #recent: Delta | null = null;
  #frame: ObservedFrame | null = null;

  /** `intervals`: those of the last minute, oldest first, `delta` being a part of the last. */
  constructor(
    serverId: string,
    t: number,
    live: boolean,
    delta: Delta,
    restarts: number,
    intervals: readonly Delta[] = [delta],
  ) {
    this.serverId = serverId;
    this.t = t;
    this.live = live;
    this.delta = delta;
    this.restarts = restarts;
    this.#intervals = intervals;
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
      figures: figuresOf(this.recent).filter(({ figure }) => !isMetric(figure)),
      restarts,
    };
    return this.#frame;
  }
}
