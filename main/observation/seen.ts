import type { ObservedFrame } from "../contract/index.ts";
import type { Delta } from "./delta.ts";
import { figuresOf } from "./figures.ts";
import { isMetric } from "./metric-name.ts";

/** What a server answered last, or that it did not. */
export class Seen {
  readonly serverId: string;
  /** ms since the epoch */
  readonly t: number;
  readonly live: boolean;
  /** Of the newest answer. */
  readonly delta: Delta;
  readonly restarts: number;
  #frame: ObservedFrame | null = null;

  constructor(serverId: string, t: number, live: boolean, delta: Delta, restarts: number) {
    this.serverId = serverId;
    this.t = t;
    this.live = live;
    this.delta = delta;
    this.restarts = restarts;
  }

  /** Made when it is first asked for. */
  get frame(): ObservedFrame {
    const { serverId, t, live, restarts } = this;
    const { seconds, models } = this.delta;
    this.#frame ??= {
      serverId,
      t,
      seconds,
      live,
      models: [...models],
      figures: figuresOf(this.delta).filter(({ figure }) => !isMetric(figure)),
      restarts,
    };
    return this.#frame;
  }
}
