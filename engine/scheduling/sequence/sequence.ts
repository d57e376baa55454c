import type { Job } from "../../models/job.ts";
import type { ExecutionStamps } from "../../statistics/version-statistics.ts";
import type { EngineClock } from "../clock.ts";
import type { CorrelationId } from "./correlation.ts";
import type { States } from "./implicit-state.ts";

/** A request that waits in its sequence. */
export interface SequenceRequest {
  readonly job: Job;
  readonly start: boolean;
  readonly end: boolean;
  /** For iterative sequences. */
  readonly iteration?: Iteration;
}

/** Callbacks after an execution of an iterative sequence's only request (rule SEQ-22). */
export interface Iteration {
  /** Absent after END: the model can't request another execution. */
  readonly rescheduled?: (stamps: ExecutionStamps) => void;
  /** The request has its last response, or has failed. */
  readonly over: () => void;
}

/** A slot holds one sequence at a time on one instance. */
export interface Slot {
  /** The instance's index in the pool. */
  readonly instance: number;
  readonly index: number;
  sequence: Sequence | undefined;
}

/** Interval in which Triton checks whether an idle sequence has left the backlog. */
const BACKLOG_IDLE_NS = 50e6;

/** The requests with one correlation id until its END, in order, and the state between them. */
export class Sequence {
  readonly id: CorrelationId;
  readonly waiting: SequenceRequest[] = [];
  /** No more requests are accepted: it received END, was idle for too long, or its client disconnected. */
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

  /** Restarts the idle time after a request. `onIdle` is called once it has elapsed and the sequence has a slot. */
  touch(idleNs: number, onIdle: () => void): void {
    this.#lastAt = this.#clock.now();
    this.#stopIdle ??= this.#watchIdle(idleNs, idleNs, onIdle);
  }

  /** In the backlog, the shortest timeout of the sequence's requests expires them all. */
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
