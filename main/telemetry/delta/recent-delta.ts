import { FIGURE_SECONDS } from "../../contract/index.ts";
import type { Delta } from "./delta.ts";
import { partName } from "./part-figures.ts";
import { joinDeltas } from "./merge.ts";

const WINDOW_MS = FIGURE_SECONDS * 1000;
/** Intervals are merged up to this length, so that a window consists of a few. */
const BLOCK_MS = WINDOW_MS / 12;

interface Block {
  /** ms */
  readonly from: number;
  readonly to: number;
  readonly delta: Delta;
}

/** The intervals of one server that its figures cover. */
export class RecentDeltas {
  #blocks: readonly Block[] = [];

  /** `t`: end of the interval, ms. A restart or a gap drops what was before. */
  add(t: number, delta: Delta): void {
    const block = { from: t - delta.seconds * 1000, to: t, delta };
    if (delta.seconds === 0 || delta.restarted) {
      this.#blocks = [block];
      return;
    }
    const kept = this.#blocks.filter(({ to }) => to > t - WINDOW_MS);
    const last = kept.at(-1);
    this.#blocks =
      last && last.delta.seconds > 0 && t - last.from <= BLOCK_MS
        ? [...kept.slice(0, -1), { ...last, to: t, delta: joinDeltas([last.delta, delta]) }]
        : [...kept, block];
  }

  /** Oldest first. */
  get deltas(): readonly Delta[] {
    return this.#blocks.map(({ delta }) => delta);
  }
}

/** Consecutive intervals merged, with the gauges, figures and models of the newest poll. */
export function recentDelta(intervals: readonly Delta[], newest: Delta): Delta {
  const { parts, ...joined } = joinDeltas(intervals);
  const byName = new Map(parts.map((part) => [partName(part), part]));
  return {
    ...joined,
    models: newest.models,
    parts: newest.parts.map((part) =>
      part.form === "gauge" ? part : (byName.get(partName(part)) ?? part),
    ),
  };
}
