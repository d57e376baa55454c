import { FIGURE_SECONDS } from "../../contract/index.ts";
import type { Delta } from "../delta/delta.ts";

type Points = [t: number, rate: number][];

const KEPT_MS = FIGURE_SECONDS * 1000;

/** The inferences per second of each model in the last minute, for a sparkline. */
export class Sparklines {
  #points = new Map<string, Points>();

  /** `t`: end of the interval, ms since the epoch. Drops models that are no longer reported. */
  add(t: number, { parts }: Pick<Delta, "parts">): void {
    const points = new Map<string, Points>();
    for (const part of parts) {
      if (part.form !== "rate" || part.figure !== "inferencesPerSecond") continue;
      const kept = (this.#points.get(part.model) ?? []).filter(([at]) => at > t - KEPT_MS);
      if (part.seconds > 0) kept.push([t, part.growth / part.seconds]);
      points.set(part.model, kept);
    }
    this.#points = points;
  }

  points(model: string): Points {
    return this.#points.get(model) ?? [];
  }
}
