import type { Job } from "../../models/job.ts";
import type { ExecutionStamps } from "../../statistics/version-statistics.ts";
import type { EngineClock } from "../clock.ts";
import type { CorrelationId } from "./correlation.ts";
import type { States } from "./implicit-state.ts";

/** A request of a sequence that waits for its turn. */
export interface SequenceRequest {
  readonly job: Job;
  readonly start: boolean;
  readonly end: boolean;
  /** Of iterative sequences. */
  readonly iteration?: Iteration;
}

/** What becomes of a sequence after an execution of its one request (rule SEQ-22). */
export interface Iteration {
  /** Absent with END: the model may not ask for another execution. */
  readonly rescheduled?: (stamps: ExecutionStamps) => void;
  /** The request has its last response, or has failed. */
  readonly over: () => void;
}

/** A place for one sequence at a time on one instance. */
export interface Slot {
  /** The instance's place in the pool. */
  readonly instance: number;
  readonly index: number;
  sequence: Sequence | undefined;
}

/** Triton looks this often whether a sequence that is idle has left the backlog. */
const BACKLOG_IDLE_NS = 50e6;

/** What arrives under one correlation id until its END: requests in order, and the state between them. */
export class Sequence {
  readonly id: CorrelationId;
  readonly waiting: SequenceRequest[] = [];
  /** No more requests are taken: its END has come, it was idle for too long, or its client is gone. */
  closed = false;
  /** Undefined in the backlog. */
  slot: Slot | undefined;
  states: States = [];
  readonly #clock: EngineClock;
  #lastAt = 0;
  #stopIdle: (() => void) | undefined;
  #expiresAt = Infinity;
  #stopExpiry: (() => void) | undefined;

  constructor(id: CorrelationId, clock: EngineClock) {
    this.id = id;
    this.#clock = clock;
  }

  /** A request came: the idle time begins again. `onIdle` is called once it is over and the sequence has a slot. */
  touch(idleNs: number, onIdle: () => void): void {
    this.#lastAt = this.#clock.now();
    this.#stopIdle ??= this.#watchIdle(idleNs, idleNs, onIdle);
  }

  /** In the backlog, the shortest timeout of the sequence's requests ends them all. */
  expireWithin(timeoutNs: number, onExpired: () => void): void {
    const at = this.#clock.now() + timeoutNs;
    if (at >= this.#expiresAt) return;
    this.#expiresAt = at;
    this.#stopExpiry?.();
    this.#stopExpiry = this.#clock.setTimer(timeoutNs, onExpired);
  }

  stopExpiry(): void {
    this.#stopExpiry?.();
  }

  takeSlot(slot: Slot): void {
    this.slot = slot;
    slot.sequence = this;
    this.stopExpiry();
  }

  close(): void {
    this.closed = true;
    this.#stopIdle?.();
  }

  #watchIdle(delayNs: number, idleNs: number, onIdle: () => void): () => void {
    return this.#clock.setTimer(delayNs, () => {
      const left = this.#lastAt + idleNs - this.#clock.now();
      if (left <= 0 && this.slot !== undefined) onIdle();
      else this.#stopIdle = this.#watchIdle(left > 0 ? left : BACKLOG_IDLE_NS, idleNs, onIdle);
    });
  }
}
