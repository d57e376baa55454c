import { type Random, seededRandom, deriveSeed } from "../../wire/index.ts";

/** What one kind of requests can choose from. */
export interface PlannedKind {
  readonly weight: number;
  /** Returns the index of its next distinct request, or stream; the same for the same random numbers. */
  readonly picker: (random: Random) => () => number;
  /** Null: no sequences. */
  readonly sequence: { readonly shortest: number; readonly longest: number } | null;
  /** Recorded sequences, each a list of requests; null: lengths are random, requests picked. */
  readonly streams: readonly (readonly number[])[] | null;
}

export interface SequencePart {
  readonly id: number;
  readonly start: boolean;
  readonly end: boolean;
}

export interface PlannedRequest {
  readonly kind: number;
  /** Index of one of the kind's distinct requests. */
  readonly input: number;
  readonly sequence: SequencePart | null;
}

/** A slot for one sequence at a time. */
export class Slot {
  running: RunningSequence | null = null;
}

interface RunningSequence {
  readonly kind: number;
  readonly id: number;
  readonly inputs: readonly number[] | null;
  readonly length: number;
  done: number;
}

/** Sequence ids of different seeds are distinct: a hash of 20 bits above a count of 32. */
const firstSequence = (seed: number) => (deriveSeed(seed, -1) >>> 12) * 2 ** 32 + 1;

/**
 * Chooses the next kind of request, and its inputs (LAB-SCHEDULE-20 to LAB-SCHEDULE-25). The k-th request is the same
 * for the same kinds and seed.
 */
export class RequestPlan {
  readonly #kinds: readonly PlannedKind[];
  readonly #draw: () => number;
  readonly #pick: (() => number)[];
  readonly #random: Random;
  #nextId: number;

  constructor(kinds: readonly PlannedKind[], seed: number) {
    this.#kinds = kinds;
    this.#draw = weighted(
      kinds.map(({ weight }) => weight),
      seededRandom(deriveSeed(seed, 0)),
    );
    this.#random = seededRandom(deriveSeed(seed, 1));
    this.#pick = kinds.map(({ picker }, i) => picker(seededRandom(deriveSeed(seed, 2 + i))));
    this.#nextId = firstSequence(seed);
  }

  /** The next request of a slot: the next of its sequence, else of a randomly chosen kind. */
  next(slot: Slot): PlannedRequest {
    const running = slot.running;
    return running === null ? this.#ofKind(this.drawKind(), slot) : this.#continue(running, slot);
  }

  drawKind(): number {
    return this.#draw();
  }

  /** The next request of a kind in a slot that only has sequences of this kind. */
  nextRequest(kind: number, slot: Slot): PlannedRequest {
    return slot.running === null ? this.#ofKind(kind, slot) : this.#continue(slot.running, slot);
  }

  /** Ends the sequence of a slot early; null if it has none. */
  last(slot: Slot): PlannedRequest | null {
    if (slot.running === null) return null;
    const { kind, id, inputs } = slot.running;
    slot.running = null;
    return { kind, input: inputs?.at(-1) ?? 0, sequence: { id, start: false, end: true } };
  }

  #ofKind(kind: number, slot: Slot): PlannedRequest {
    const { sequence, streams } = this.#kinds[kind] as PlannedKind;
    const pick = this.#pick[kind] as () => number;
    if (sequence === null) return { kind, input: pick(), sequence: null };
    const inputs = streams === null ? null : (streams[pick()] as readonly number[]);
    const { shortest, longest } = sequence;
    const drawn = shortest + Math.floor(this.#random() * (longest - shortest + 1));
    const running = { kind, id: this.#nextId++, inputs, length: inputs?.length ?? drawn, done: 0 };
    slot.running = running;
    return this.#continue(running, slot);
  }

  #continue(running: RunningSequence, slot: Slot): PlannedRequest {
    const { kind, id, inputs, length, done } = running;
    running.done += 1;
    const end = running.done >= length;
    if (end) slot.running = null;
    const input = inputs === null ? (this.#pick[kind] as () => number)() : (inputs[done] as number);
    return { kind, input, sequence: { id, start: done === 0, end } };
  }
}

/** Chooses indices in proportion to their weights. */
function weighted(weights: readonly number[], random: Random): () => number {
  if (weights.length === 1) return () => 0;
  let sum = 0;
  const ends = weights.map((weight) => (sum += weight));
  return () => {
    const drawn = random() * sum;
    const index = ends.findIndex((end) => drawn < end);
    return index === -1 ? weights.length - 1 : index;
  };
}
