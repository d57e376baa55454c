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
  /** Number of turns of each request's conversation; absent: requests are no conversations. */
  readonly turns?: (input: number) => number;
}

export interface SequencePart {
  readonly id: number;
  readonly start: boolean;
  readonly end: boolean;
}

/** A turn of a conversation. */
export interface TurnPart {
  readonly conversation: number;
  /** From 0. */
  readonly index: number;
  readonly isLast: boolean;
}

export interface PlannedRequest {
  readonly kind: number;
  /** Index of one of the kind's distinct requests. */
  readonly input: number;
  readonly sequence: SequencePart | null;
  readonly turn?: TurnPart;
}

/** A slot for one sequence, or conversation, at a time. */
export class Slot {
  running: RunningSequence | null = null;
}

interface RunningSequence {
  readonly kind: number;
  readonly id: number;
  readonly inputs: readonly number[] | null;
  /** The conversation that is held; null for sequences. */
  readonly conversation: number | null;
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

  /** Ends the sequence of a slot early; null if it has none. Conversations end without a request. */
  last(slot: Slot): PlannedRequest | null {
    if (slot.running === null) return null;
    const { kind, id, inputs, conversation } = slot.running;
    slot.running = null;
    if (conversation !== null) return null;
    return { kind, input: inputs?.at(-1) ?? 0, sequence: { id, start: false, end: true } };
  }

  #ofKind(kind: number, slot: Slot): PlannedRequest {
    const { sequence, streams, turns } = this.#kinds[kind] as PlannedKind;
    const pick = this.#pick[kind] as () => number;
    if (turns) {
      const conversation = pick();
      const length = turns(conversation);
      const id = this.#nextId++;
      slot.running = { kind, id, inputs: null, conversation, length, done: 0 };
      return this.#continue(slot.running, slot);
    }
    if (sequence === null) return { kind, input: pick(), sequence: null };
    const inputs = streams === null ? null : (streams[pick()] as readonly number[]);
    const { shortest, longest } = sequence;
    const drawn = shortest + Math.floor(this.#random() * (longest - shortest + 1));
    const length = inputs?.length ?? drawn;
    slot.running = { kind, id: this.#nextId++, inputs, conversation: null, length, done: 0 };
    return this.#continue(slot.running, slot);
  }

  #continue(running: RunningSequence, slot: Slot): PlannedRequest {
    const { kind, id, inputs, conversation, length, done } = running;
    running.done += 1;
    const end = running.done >= length;
    if (end) slot.running = null;
    if (conversation !== null) {
      const turn = { conversation: id, index: done, isLast: end };
      return { kind, input: conversation, sequence: null, turn };
    }
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
