import type { StatusError } from "../../../base/status-error.ts";
import type { BatchJob, Job } from "../../models/job.ts";
import type { EngineClock } from "../clock.ts";
import type { Dispatch } from "../model-scheduler.ts";
import type { Sequence, SequenceRequest, Slot } from "./sequence.ts";
import type { SequenceTensors } from "./sequence-tensors.ts";

/** What the sequence batcher needs of the instance pool. */
export interface SequencePool {
  readonly size: number;
  /** Whether the only instance may be handed a batch while it runs one. */
  readonly takesNext: boolean;
  /** Whether the instance at this place could start a batch now. */
  isIdle(place: number): boolean;
  /** What is at this place: something else, or nothing, once the instance was lost. */
  instanceAt(place: number): unknown;
}

export interface SlotBatcherOptions {
  /** The instance's place in the pool. */
  readonly instance: number;
  readonly pool: SequencePool;
  readonly clock: EngineClock;
  readonly tensors: SequenceTensors;
  /** Takes the slot's next request; after a sequence's last one the slot is given to another. */
  readonly take: (slot: Slot) => { sequence: Sequence; request: SequenceRequest } | undefined;
  /** A request failed: the instance may be gone. */
  readonly onFailed: () => void;
  readonly execute: (jobs: readonly BatchJob[], dispatch: Dispatch) => void;
}

/** Makes batches for one instance from the sequences in its slots. */
export interface SlotBatcher {
  readonly slots: readonly Slot[];
  /** Requests taken from their slots and not yet executing. */
  readonly queued: number;
  /** The slot has a sequence with a request that waits. */
  wake(slot: Slot): void;
  /** The instance may be idle; `inTurn` where it is another model's turn if nothing is sent at once. */
  freed(inTurn?: boolean): void;
  /** Takes a request out that has left its slot and is not yet executing. */
  remove(job: Job): boolean;
  /** Drops what has left its slots and is not yet executing. */
  dropAll(error: StatusError): void;
}

export function makeSlots(instance: number, count: number): Slot[] {
  return Array.from({ length: count }, (_, index) => ({ instance, index, sequence: undefined }));
}
