import type { ModelConfig } from "../../config/types.ts";
import type { BatchJob, Job } from "../../models/job.ts";
import type { StatusError } from "../../../base/status-error.ts";
import type { QueueDepth } from "../../types.ts";
import type { EngineClock } from "../clock.ts";
import type { Dispatch, ModelScheduler } from "../model-scheduler.ts";
import { type CorrelationId, type SequenceFlags, sequenceFlags } from "./correlation.ts";
import type { InitialStateData } from "./implicit-state.ts";
import { makeBatchers } from "./make-batchers.ts";
import {
  cancelled,
  conflict,
  expired,
  instanceLost,
  noCorrelationId,
  notStarted,
  severalItems,
} from "./refusals.ts";
import { type Iteration, Sequence, type SequenceRequest, type Slot } from "./sequence.ts";
import { SequenceTensors } from "./sequence-tensors.ts";
import type { SequencePool, SlotBatcher } from "./slot-batcher.ts";
import { Slots } from "./slots.ts";

export interface SequenceSchedulerOptions {
  /** Completed, with `sequence_batching`. */
  readonly config: ModelConfig;
  readonly initialStates: InitialStateData;
  readonly pool: SequencePool;
  readonly clock: EngineClock;
  readonly execute: (jobs: readonly BatchJob[], dispatch: Dispatch) => void;
  /** Receives sentences for the log. */
  readonly warn: (sentence: string) => void;
}

/** Keeps the requests of each sequence together and in order; see SPEC.md in this folder. */
export class SequenceScheduler implements ModelScheduler<Job> {
  readonly changesInstances = false;
  readonly #model: string;
  readonly #idleNs: number;
  readonly #iterative: boolean;
  /** Last id given to an iterative sequence of a client without ids. */
  #lastId = 0n;
  readonly #clock: EngineClock;
  readonly #warn: (sentence: string) => void;
  readonly #tensors: SequenceTensors;
  readonly #batchers: readonly SlotBatcher[];
  readonly #slots: Slots;
  /** Sequences that accept requests: in a slot or in the backlog. */
  readonly #open = new Map<CorrelationId, Sequence>();
  /** Sequences without a slot, in order of arrival. */
  readonly #backlog = new Set<Sequence>();
  /** The sequence of each request that still waits in it. */
  readonly #waiting = new Map<Job, Sequence>();
  #draining = false;

  constructor({ config, initialStates, pool, clock, execute, warn }: SequenceSchedulerOptions) {
    this.#model = config.name;
    this.#idleNs = Number(config.sequence_batching?.max_sequence_idle_microseconds ?? 0) * 1000;
    this.#iterative = config.sequence_batching?.iterative_sequence === true;
    this.#clock = clock;
    this.#warn = warn;
    this.#tensors = new SequenceTensors(config, initialStates);
    this.#batchers = makeBatchers(config, {
      pool,
      clock,
      tensors: this.#tensors,
      take: (slot) => this.#take(slot),
      onFailed: () => this.#lookAtInstances(),
      execute,
    });
    this.#slots = new Slots(this.#batchers, pool);
  }

  get queued(): number {
    return this.#batchers.reduce((sum, { queued }) => sum + queued, this.#waiting.size);
  }

  depths(): QueueDepth[] {
    return [{ level: 0, queued: this.queued, delayed: 0 }];
  }

  /** Throws INVALID_ARGUMENT for a request that doesn't fit its sequence (rules SEQ-1 to SEQ-3). */
  enqueue(job: Job): void {
    this.#lookAtInstances();
    const flags = this.#flags(job);
    const live = this.#open.get(flags.id);
    if (flags.start && live !== undefined) this.#warn(conflict(flags.id, this.#model));
    const sequence = live ?? this.#begin(flags.id);
    this.#push(sequence, job, flags);
    if (flags.end) this.#close(sequence);
    else if (!this.#iterative) sequence.touch(this.#idleNs, () => this.#end(sequence));
    if (sequence.slot !== undefined) this.#wake(sequence.slot);
    else if (job.timeoutUs > 0) {
      sequence.expireWithin(job.timeoutUs * 1000, () => this.#expire(sequence));
    }
  }

  /** Cancels the requests that wait behind a removed one, and ends the sequence (rule SEQ-7). */
  remove(job: Job): boolean {
    const sequence = this.#waiting.get(job);
    if (sequence === undefined) return this.#batchers.some((batcher) => batcher.remove(job));
    const from =
      sequence.slot === undefined
        ? 0
        : sequence.waiting.findIndex((request) => request.job === job);
    this.#fail(sequence, from, (other) => other.failed("CANCELED", cancelled()));
    this.#end(sequence);
    // A batch held back for this request may now run.
    if (sequence.slot !== undefined) this.#batchers[sequence.slot.instance]?.freed();
    return true;
  }

  instanceFreed(inTurn = false): void {
    this.#lookAtInstances();
    for (const batcher of this.#batchers) batcher.freed(inTurn);
  }

  dropAll(error: StatusError): void {
    const sequences = new Set([...this.#waiting.values(), ...this.#open.values()]);
    this.#endAll([...sequences], this.#batchers, () => error);
  }

  /** No further requests will arrive: sequences end when none of their requests wait, so that the backlog advances. */
  drain(): void {
    this.#draining = true;
    // Iterative sequences end with their request.
    if (this.#iterative) return;
    for (const sequence of this.#open.values()) {
      if (sequence.waiting.length === 0) this.#end(sequence);
    }
  }

  #flags({ request }: Job): SequenceFlags & { id: CorrelationId } {
    const { id, ...flags } = sequenceFlags(request.source);
    if (request.batchSize > 1) throw severalItems(this.#model);
    if (id === undefined && this.#iterative) return this.#iterativeFlags();
    if (id === undefined) throw noCorrelationId(this.#model);
    this.#tensors.checkId(id);
    if (!flags.start && !this.#open.has(id)) throw notStarted(id, this.#model);
    return { id, ...flags };
  }

  #iterativeFlags(): { id: CorrelationId; start: boolean; end: boolean } {
    do this.#lastId += 1n;
    while (this.#open.has(this.#lastId));
    return { id: this.#lastId, start: true, end: false };
  }

  #push(sequence: Sequence, job: Job, { start, end }: Pick<SequenceFlags, "start" | "end">): void {
    const iteration = this.#iterative ? this.#iteration(sequence, job, end) : undefined;
    sequence.waiting.push({ job, start, end, ...(iteration && { iteration }) });
    this.#waiting.set(job, sequence);
  }

  #iteration(sequence: Sequence, job: Job, end: boolean): Iteration {
    const over = () => this.#end(sequence);
    if (end) return { over };
    return {
      over,
      rescheduled: (stamps) => {
        job.executedOnce?.(stamps);
        if (job.request.source.signal?.aborted === true) over();
        else if (sequence.closed) job.failed("OTHER", notStarted(sequence.id, this.#model));
        else this.#push(sequence, job, { start: false, end: false });
      },
    };
  }

  #begin(id: CorrelationId): Sequence {
    const sequence = new Sequence(id, this.#clock);
    this.#open.set(id, sequence);
    const slot = this.#slots.free();
    if (slot === undefined) this.#backlog.add(sequence);
    else sequence.takeSlot(slot);
    return sequence;
  }

  #take(slot: Slot): { sequence: Sequence; request: SequenceRequest } | undefined {
    const { sequence } = slot;
    const request = sequence?.waiting.shift();
    if (sequence === undefined || request === undefined) return undefined;
    this.#waiting.delete(request.job);
    if (sequence.waiting.length === 0) {
      if (this.#draining && !this.#iterative) this.#close(sequence);
      if (sequence.closed) this.#vacate(slot);
    }
    return { sequence, request };
  }

  /** The sequence accepts no more requests; waiting ones still run. */
  #close(sequence: Sequence): void {
    sequence.close();
    if (this.#open.get(sequence.id) === sequence) this.#open.delete(sequence.id);
  }

  /** Closes the sequence, and removes it from its slot or the backlog if no request waits. */
  #end(sequence: Sequence): void {
    this.#close(sequence);
    if (sequence.waiting.length > 0) return;
    sequence.stopExpiry();
    this.#backlog.delete(sequence);
    if (sequence.slot?.sequence === sequence) this.#vacate(sequence.slot);
  }

  #vacate(slot: Slot): void {
    slot.sequence = undefined;
    if (this.#slots.usable(slot)) this.#fill(slot);
  }

  /** Gives a free slot to the sequence that has waited longest. */
  #fill(slot: Slot): void {
    const [next] = this.#backlog;
    if (next === undefined) return;
    this.#backlog.delete(next);
    next.takeSlot(slot);
    this.#wake(slot);
  }

  #fillFree(): void {
    while (this.#backlog.size > 0) {
      const slot = this.#slots.free();
      if (slot === undefined) return;
      this.#fill(slot);
    }
  }

  #wake(slot: Slot): void {
    this.#batchers[slot.instance]?.wake(slot);
  }

  #expire(sequence: Sequence): void {
    this.#fail(sequence, 0, (job) => job.drop("REJECTED", expired()));
    this.#end(sequence);
  }

  #lookAtInstances(): void {
    const { lost, come } = this.#slots.look();
    for (const batcher of lost) this.#endLost(batcher);
    if (come) this.#fillFree();
  }

  /** Sequences end with their instance, since it may hold state of theirs (rule SEQ-17). */
  #endLost(batcher: SlotBatcher): void {
    const sequences = batcher.slots.flatMap(({ sequence }) => sequence ?? []);
    this.#endAll(sequences, [batcher], (id) => instanceLost(this.#model, id));
  }

  /** Ends waiting sequences first, so that no batcher continues with them when its requests are dropped; then frees slots. */
  #endAll(
    sequences: readonly Sequence[],
    batchers: readonly SlotBatcher[],
    toError: (id?: CorrelationId) => StatusError,
  ): void {
    for (const sequence of sequences) {
      this.#fail(sequence, 0, (job) => job.drop("OTHER", toError(sequence.id)));
    }
    for (const batcher of batchers) batcher.dropAll(toError());
    for (const sequence of sequences) this.#end(sequence);
  }

  /** Removes the requests from the given index on from the sequence, then fails them. */
  #fail(sequence: Sequence, from: number, notify: (job: Job) => void): void {
    const removed = sequence.waiting.splice(from);
    for (const { job } of removed) this.#waiting.delete(job);
    for (const { job } of removed) notify(job);
  }
}
