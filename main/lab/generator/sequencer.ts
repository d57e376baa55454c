import {
  type PlannedKind,
  type PlannedRequest,
  type RequestPlan,
  Slot,
} from "../schedule/index.ts";

/** Concurrent sequences of one kind in an open loop (perf_analyzer's default). */
export const SEQUENCES_AT_ONCE = 4;

/** Requests that must not overlap: one is sent when the previous one has ended. */
export class Line {
  readonly slot = new Slot();
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  enter(send: () => void): void {
    if (this.#busy) {
      this.#waiting.push(send);
      return;
    }
    this.#busy = true;
    send();
  }

  /** The one that was sent has ended. */
  next(): void {
    const send = this.#waiting.shift();
    this.#busy = send !== undefined;
    send?.();
  }
}

export interface Sequenced {
  readonly planned: PlannedRequest;
  /** Holds its conversation, if it is a turn of one. */
  readonly slot: Slot;
  /** Of its sequence, if it belongs to one. */
  readonly line: Line | null;
}

/** Assigns each request of an open loop to one of its sequences, round robin. */
export class Sequencer {
  readonly #plan: RequestPlan;
  readonly #lines: readonly (readonly Line[] | null)[];
  readonly #turns: number[];

  constructor(plan: RequestPlan, kinds: readonly PlannedKind[]) {
    this.#plan = plan;
    this.#lines = kinds.map(({ sequence }) =>
      sequence === null ? null : Array.from({ length: SEQUENCES_AT_ONCE }, () => new Line()),
    );
    this.#turns = kinds.map(() => 0);
  }

  next(): Sequenced {
    const kind = this.#plan.drawKind();
    const lines = this.#lines[kind] ?? null;
    if (lines === null) {
      const slot = new Slot();
      return { planned: this.#plan.nextRequest(kind, slot), slot, line: null };
    }
    const turn = this.#turns[kind] as number;
    this.#turns[kind] = (turn + 1) % lines.length;
    const line = lines[turn] as Line;
    return { planned: this.#plan.nextRequest(kind, line.slot), slot: line.slot, line };
  }

  /** The next turn of the conversation in a slot. */
  turn(kind: number, slot: Slot): Sequenced {
    return { planned: this.#plan.nextRequest(kind, slot), slot, line: null };
  }

  /** The requests that end open sequences. */
  last(): { readonly planned: PlannedRequest; readonly line: Line }[] {
    return this.#lines
      .flatMap((lines) => lines ?? [])
      .flatMap((line) => {
        const planned = this.#plan.last(line.slot);
        return planned === null ? [] : { planned, line };
      });
  }
}
