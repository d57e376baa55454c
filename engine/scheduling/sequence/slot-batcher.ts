import type { StatusError } from "../../../base/status-error.ts";
import type { BatchJob, Job } from "../../models/job.ts";
import type { EngineClock } from "../clock.ts";
import type { Dispatch } from "../model-scheduler.ts";
import type { Sequence, SequenceRequest, Slot } from "./sequence.ts";
import type { SequenceTensors } from "./sequence-tensors.ts";

/** What the sequence batcher needs from the instance pool. */
export interface SequencePool {
  readonly size: number;
  /** Whether a single instance accepts the next batch while it runs one. */
  readonly takesNext: boolean;
  /** Whether the instance with this index could start a batch now. */
  isIdle(place: number): boolean;
  /** The current instance with this index: another one, or undefined, after an instance was lost. */
  instanceAt(place: number): unknown;
}

export interface SlotBatcherOptions {
  /** The instance's index in the pool. */
  readonly instance: number;
  readonly pool: SequencePool;
  readonly clock: EngineClock;
  readonly tensors: SequenceTensors;
  /** Takes the slot's next request; after a sequence's last one the slot is given to another. */
  readonly take: (slot: Slot) => { sequence: Sequence; request: SequenceRequest } | undefined;
  /** A request failed: the instance may be lost. */
  readonly onFailed: () => void;
  readonly execute: (jobs: readonly BatchJob[], dispatch: Dispatch) => void;
}

/** Creates batches for one instance from the sequences in its slots. */
export interface SlotBatcher {
  readonly slots: readonly Slot[];
  /** Requests taken from their slots and not yet executing. */
  readonly queued: number;
  /** The slot's sequence has a waiting request. */
  wake(slot: Slot): void;
  /** The instance may be idle; `inTurn`: it goes to another model unless a batch is sent now. */
  freed(inTurn?: boolean): void;
  /** Removes a request that has left its slot and isn't executing yet. */
  remove(job: Job): boolean;
  /** Fails the requests that have left their slots and aren't executing yet. */
  dropAll(error: StatusError): void;
}

export function makeSlots(instance: number, count: number): Slot[] {
  return Array.from({ length: count }, (_, index) => ({ instance, index, sequence: undefined }));
}
