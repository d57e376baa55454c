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
  /** Takes a sentence for the log. */
  readonly warn: (sentence: string) => void;
}

/** Keeps the requests of each sequence together and in order; SPEC.md in this folder. */
export class SequenceScheduler implements ModelScheduler<Job> {
  readonly changesInstances = false;
  readonly #model: string;
  readonly #idleNs: number;
  readonly #iterative: boolean;
  /** Of iterative sequences that clients gave no id. */
  #lastId = 0n;
  readonly #clock: EngineClock;
  readonly #warn: (sentence: string) => void;
  readonly #tensors: SequenceTensors;
  readonly #batchers: readonly SlotBatcher[];
  readonly #slots: Slots;
  /** Sequences that take requests: in a slot or in the backlog. */
  readonly #open = new Map<CorrelationId, Sequence>();
  /** Sequences without a slot, in the order of their arrival. */
  readonly #backlog = new Set<Sequence>();
  /** Where each request waits that has not left its sequence. */
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

  /** Throws INVALID_ARGUMENT where the request does not fit its sequence (rules SEQ-1 to SEQ-3). */
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

  /** What waits in a sequence behind a request that is taken out is cancelled, and the sequence ends (rule SEQ-7). */
  remove(job: Job): boolean {
    const sequence = this.#waiting.get(job);
    if (sequence === undefined) return this.#batchers.some((batcher) => batcher.remove(job));
    const from =
      sequence.slot === undefined
        ? 0
        : sequence.waiting.findIndex((request) => request.job === job);
    this.#fail(sequence, from, (other) => other.failed("CANCELED", cancelled()));
    this.#end(sequence);
    // What is held for a larger batch may have less to wait for.
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

  /** No request will come any more: sequences end when nothing of them waits, so that the backlog moves on. */
  drain(): void {
    this.#draining = true;
    // Iterative ones end with their request.
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

  /** The sequence takes no more requests; those that wait are still carried out. */
  #close(sequence: Sequence): void {
    sequence.close();
    if (this.#open.get(sequence.id) === sequence) this.#open.delete(sequence.id);
  }

  /** Closes, and leaves its slot or the backlog where nothing waits. */
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

  /** Sequences end with their instance, on which they may have left something (rule SEQ-17). */
  #endLost(batcher: SlotBatcher): void {
    const sequences = batcher.slots.flatMap(({ sequence }) => sequence ?? []);
    this.#endAll(sequences, [batcher], (id) => instanceLost(this.#model, id));
  }

  /** First what waits, so that no batcher continues with it when what it has is dropped; then slots are free. */
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

  /** Takes the requests from the given one on out of the sequence, then fails them. */
  #fail(sequence: Sequence, from: number, notify: (job: Job) => void): void {
    const removed = sequence.waiting.splice(from);
    for (const { job } of removed) this.#waiting.delete(job);
    for (const { job } of removed) notify(job);
  }
}
