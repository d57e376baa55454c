import type { Slot } from "./sequence.ts";
import type { SequencePool, SlotBatcher } from "./slot-batcher.ts";

/** The slots of all instances, and which of them are free on a loaded instance. */
export class Slots {
  readonly #batchers: readonly SlotBatcher[];
  readonly #pool: SequencePool;
  /** The instance of each index at the last call of `look`. */
  readonly #seen: unknown[];

  constructor(batchers: readonly SlotBatcher[], pool: SequencePool) {
    this.#batchers = batchers;
    this.#pool = pool;
    this.#seen = batchers.map((_, place) => pool.instanceAt(place));
  }

  /** The lowest free slot, and of those the first instance's, so that sequences spread over instances (rule SEQ-5). */
  free(): Slot | undefined {
    let best: Slot | undefined;
    for (const [place, { slots }] of this.#batchers.entries()) {
      if (this.#seen[place] === undefined) continue;
      const slot = slots.find(({ sequence }) => sequence === undefined);
      if (slot !== undefined && (best === undefined || slot.index < best.index)) best = slot;
    }
    return best;
  }

  /** Whether the slot's instance is loaded. */
  usable({ instance }: Slot): boolean {
    return this.#seen[instance] !== undefined;
  }

  /** Changes since the last call: batchers whose instance was lost, and whether instances were added. */
  look(): { lost: SlotBatcher[]; come: boolean } {
    let come = false;
    const lost = this.#batchers.filter((_, place) => {
      const before = this.#seen[place];
      const now = this.#pool.instanceAt(place);
      this.#seen[place] = now;
      if (now !== undefined && now !== before) come = true;
      return before !== undefined && before !== now;
    });
    return { lost, come };
  }
}
