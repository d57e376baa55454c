import type {
  BackendInstance,
  BatchOutput,
  DecoupledRespond,
  RequestRespond,
  RequestsOutput,
} from "../backends/backend.ts";
import { BufferPool } from "../backends/buffer-pool.ts";
import { gatherBatch } from "../backends/gather.ts";
import { scatterBatch } from "../backends/scatter.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ModelIo } from "../requests/model-io.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { InstancePool } from "../scheduling/instance-pool.ts";
import type { Dispatch } from "../scheduling/model-scheduler.ts";
import { RunTime } from "../scheduling/run-time.ts";
import { ShortRuns } from "../scheduling/short-runs.ts";
import type { TurnBudget } from "../scheduling/turn-budget.ts";
import type { ExecutionStamps, VersionStatistics } from "../statistics/version-statistics.ts";
import type { BatchEvent } from "../types.ts";
import type { BatchFeed } from "./batch-feed.ts";
import type { BatchJob } from "./job.ts";

export interface BatchExecutorOptions {
  readonly model: string;
  readonly version: string;
  /** The inputs that batches are gathered from and the outputs that they are scattered to. */
  readonly io: ModelIo;
  readonly decoupled: boolean;
  readonly pool: InstancePool;
  readonly statistics: VersionStatistics;
  readonly feed: BatchFeed;
  /** Timestamp of the engine's start. */
  readonly engineStartedAt: number;
  readonly clock: EngineClock;
  readonly turn: TurnBudget;
}

/** Runs batches on the instances of a model version and splits the outputs among their requests. */
export class BatchExecutor {
  readonly #options: BatchExecutorOptions;
  readonly #buffers: BufferPool;
  /**
   * Batches handed to instances, oldest first. Not a Set: each table that a Set leaves behind when
   * it rehashes points to the next, and once one is in the old generation, all later batches
   * survive until the next full collection.
   */
  readonly #batches: (readonly BatchJob[])[] = [];
  readonly #runTime = new RunTime();
  readonly #shortRuns: ShortRuns;
  #lastInferEnd = 0;

  constructor(options: BatchExecutorOptions) {
    this.#options = options;
    this.#shortRuns = new ShortRuns(options.turn);
    // Max batches in flight: one that runs and two ahead of it on a single instance, one on each of several.
    this.#buffers = new BufferPool(() => 2 + options.pool.size);
  }

  /** Requests in running batches. */
  get executing(): number {
    return requestsIn(this.#batches.slice(0, this.#options.pool.busy));
  }

  /** Requests in batches that are assigned to an instance but don't run yet. */
  get handedOver(): number {
    return requestsIn(this.#batches.slice(this.#options.pool.busy));
  }

  /** Recent duration of a run, ns; Infinity before the first. */
  get recentRunNs(): number {
    return this.#runTime.recentNs;
  }

  get runsAreLong(): boolean {
    return this.#shortRuns.areLong;
  }

  /** Never throws: failures reach the jobs. */
  async execute(jobs: readonly BatchJob[], { slot, reason, isLast }: Dispatch): Promise<void> {
    const { clock, pool, io } = this.#options;
    let decoupled = false;
    const takenAt = clock.now();
    const ahead = !pool.idle;
    this.#batches.push(jobs);
    const isAlone = isLast === true && this.#batches.length === 1;
    let onServingThread = false;
    let instanceName = "";
    let unbatchedSize = 1;
    let stamps: ExecutionStamps = {
      computeStart: takenAt,
      inferStart: takenAt,
      inferEnd: takenAt,
      computeEnd: takenAt,
    };
    try {
      const requests = jobs.map(({ request }) => request);
      const output = await pool.use<BatchOutput | RequestsOutput>((instance) => {
        instanceName = instance.name;
        unbatchedSize = instance.unbatchedSize ?? 1;
        if (instance.executeRequests !== undefined) {
          this.#keep(instance, jobs);
          return instance.executeRequests(requests, io, this.#responder(jobs, instance, takenAt));
        }
        const input = gatherBatch(requests, this.#buffers, io);
        // A backend without streams gives each request of a decoupled model one response.
        decoupled = this.#options.decoupled && instance.executeDecoupled !== undefined;
        if (decoupled) this.#keep(instance, jobs);
        const streamed = decoupled
          ? instance.executeDecoupled?.(input, this.#responder(jobs, instance, takenAt))
          : undefined;
        if (streamed !== undefined) return streamed;
        const run = { requests: jobs.length, items: itemsOf(jobs), isAlone };
        const executeHere = this.#shortRuns.runHere(run) ? instance.executeHere : undefined;
        if (executeHere === undefined) return instance.execute(input);
        onServingThread = true;
        const startedAt = clock.now();
        const executed = executeHere(input);
        this.#shortRuns.blocked(clock.now() - startedAt);
        return executed;
      }, slot);
      if ("buffer" in output) this.#buffers.give(output.buffer);
      const { inferStart, inferEnd } = output;
      // A batch that was assigned ahead waited for the one before it.
      const computeStart = ahead ? Math.max(takenAt, this.#lastInferEnd) : takenAt;
      this.#lastInferEnd = inferEnd;
      this.#runTime.record(inferEnd - inferStart);
      this.#shortRuns.record(inferEnd - inferStart, itemsOf(jobs));
      const results = decoupled ? [] : resultsOf(output, requests, io);
      stamps = { computeStart, inferStart, inferEnd, computeEnd: clock.now() };
      this.#record(jobs, stamps, unbatchedSize);
      for (const [i, job] of jobs.entries()) {
        const result = results[i];
        if (result === undefined) continue;
        trace(job, stamps, instanceName, jobs);
        if (result instanceof StatusError) job.failed("BACKEND", result);
        else job.completed(result, true, stamps);
      }
      if ("rescheduled" in output) reschedule(output.rescheduled, jobs, stamps);
      this.#publish(jobs, stamps, {
        reason,
        instance: instanceName,
        onServingThread,
        failed: false,
      });
    } catch (thrown) {
      const error = StatusError.from(thrown);
      for (const job of jobs) job.failed("BACKEND", error);
      const end = { ...stamps, computeEnd: clock.now() };
      this.#publish(jobs, end, { reason, instance: instanceName, onServingThread, failed: true });
    } finally {
      this.#batches.splice(this.#batches.indexOf(jobs), 1);
    }
  }

  /** A replaced instance still sends the remaining responses of its streams. */
  #keep(instance: BackendInstance, jobs: readonly BatchJob[]): void {
    const release = this.#options.pool.hold(instance);
    let open = jobs.length;
    const over = () => {
      open -= 1;
      if (open === 0) release();
    };
    for (const job of jobs) {
      if (job.whenOver) job.whenOver(over);
      else over();
    }
  }

  #responder(
    jobs: readonly BatchJob[],
    instance: BackendInstance,
    takenAt: number,
  ): DecoupledRespond & RequestRespond {
    const { clock } = this.#options;
    const inferStart = clock.now();
    return (index: number, response: Parameters<RequestRespond>[1], final: boolean) => {
      const job = jobs[index];
      if (job === undefined) return false;
      const at = clock.now();
      const stamps = { computeStart: takenAt, inferStart, inferEnd: at, computeEnd: at };
      if (final) trace(job, stamps, instance.name, jobs);
      if (response instanceof StatusError) job.failed("BACKEND", response);
      else job.completed(response, final, stamps);
      return job.request.source.signal?.aborted !== true;
    };
  }

  #record(jobs: readonly BatchJob[], stamps: ExecutionStamps, unbatchedSize: number): void {
    let batchSize = 0;
    for (const { request } of jobs) batchSize += request.batchSize || unbatchedSize;
    this.#options.statistics.recordExecution(batchSize, stamps, Date.now());
  }

  #publish(
    jobs: readonly BatchJob[],
    stamps: ExecutionStamps,
    outcome: Pick<BatchEvent, "reason" | "instance" | "onServingThread" | "failed">,
  ): void {
    const { feed, model, version, engineStartedAt } = this.#options;
    if (!feed.listening) return;
    const { computeStart, inferStart, inferEnd, computeEnd } = stamps;
    const sent = jobs.filter(isSent);
    const waits = sent.map(({ queuedAt }) => Math.max(0, computeStart - queuedAt));
    feed.publish({
      model,
      version,
      ...outcome,
      atNs: computeStart - engineStartedAt,
      requests: sent.length,
      items: itemsOf(jobs),
      oldestWaitNs: Math.max(...waits),
      meanWaitNs: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
      computeInputNs: inferStart - computeStart,
      computeInferNs: inferEnd - inferStart,
      computeOutputNs: Math.max(0, computeEnd - inferEnd),
    });
  }
}

/** Each request's outputs; undefined if its responses are streamed. */
function resultsOf(
  output: BatchOutput | RequestsOutput,
  requests: readonly NormalizedRequest[],
  io: ModelIo,
): RequestsOutput["results"] {
  if ("results" in output) return output.results;
  const { parameters } = output;
  return scatterBatch(requests, output, io).map((outputs) => ({ outputs, parameters }));
}

function reschedule(
  indexes: readonly number[] = [],
  jobs: readonly BatchJob[],
  stamps: ExecutionStamps,
): void {
  for (const index of indexes) {
    const job = jobs[index];
    if (job?.rescheduled) job.rescheduled(stamps);
    else job?.failed("BACKEND", cannotReschedule());
  }
}

const cannotReschedule = (): StatusError =>
  new StatusError(
    "INVALID_ARGUMENT",
    "Request is released with TRITONSERVER_REQUEST_RELEASE_RESCHEDULE, while the model is not configured to handle such a flag. Set sequence_batching { iterative_sequence: true }",
  );

function trace(
  { request }: BatchJob,
  { computeStart, inferStart, inferEnd, computeEnd }: ExecutionStamps,
  instance: string,
  jobs: readonly BatchJob[],
): void {
  const { trace: timeline } = request.source;
  if (timeline === undefined) return;
  timeline.stamp("COMPUTE_START", computeStart);
  timeline.stamp("COMPUTE_INPUT_END", inferStart);
  timeline.stamp("COMPUTE_OUTPUT_START", inferEnd);
  timeline.stamp("COMPUTE_END", computeEnd);
  timeline.served({ version: "", instance, batchSize: itemsOf(jobs) });
}

function requestsIn(batches: readonly (readonly BatchJob[])[]): number {
  return batches.reduce((sum, jobs) => sum + jobs.filter(isSent).length, 0);
}

const itemsOf = (jobs: readonly BatchJob[]): number =>
  jobs.reduce((sum, { request }) => sum + request.items, 0);

const isSent = ({ filler }: BatchJob): boolean => filler !== true;
