import { BufferPool } from "../backends/buffer-pool.ts";
import { gatherBatch } from "../backends/gather.ts";
import { scatterBatch } from "../backends/scatter.ts";
import type { CacheKeyMaker } from "../cache/cache-key.ts";
import type { CacheKey, ResponseCache } from "../cache/response-cache.ts";
import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
import { classify } from "../requests/classification.ts";
import { type ModelIo, modelIo } from "../requests/model-io.ts";
import { type NormalizedRequest, normalizeRequest, requestPrefix } from "../requests/normalize.ts";
import { dynamicBatchRule, oneByOne } from "../scheduling/batch-rule.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { InstancePool } from "../scheduling/instance-pool.ts";
import { type Scheduled, Scheduler } from "../scheduling/scheduler.ts";
import { type ExecutionStamps, VersionStatistics } from "../statistics/version-statistics.ts";
import type {
  FailureReason,
  InferRequest,
  InferResponse,
  ModelTelemetry,
  OutputTensor,
  ParameterValue,
} from "../types.ts";

export interface LoadedVersionOptions {
  readonly config: ModelConfig;
  readonly version: string;
  /** Unique to this load. */
  readonly loadId: string;
  readonly loadSeconds: number;
  readonly pool: InstancePool;
  readonly instanceCount: number;
  readonly clock: Clock;
  /** Label lists by output name. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly cache: { readonly responses: ResponseCache; readonly key: CacheKeyMaker } | undefined;
}

interface Executed {
  readonly outputs: readonly OutputTensor[];
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

/** A request in the scheduler. */
interface Job extends Scheduled {
  readonly request: NormalizedRequest;
  readonly startedAt: number;
  readonly cacheKey: CacheKey | undefined;
  readonly lookupNs: number;
  resolve(response: InferResponse): void;
  reject(error: StatusError): void;
}

/** A model version that serves: checks, caches, schedules, executes and counts its requests. */
export class LoadedVersion {
  readonly config: ModelConfig;
  readonly version: string;
  readonly io: ModelIo;
  readonly statistics = new VersionStatistics();
  readonly #options: LoadedVersionOptions;
  readonly #buffers: BufferPool;
  readonly #scheduler: Scheduler<Job>;
  /** Batches handed to instances, oldest first. */
  readonly #batches = new Set<readonly Job[]>();
  #lastInferEnd = 0;
  /** Requests accepted and not yet answered. */
  #accepted = 0;
  #onIdle: (() => void) | undefined;
  #refusal: StatusError | undefined;
  #drained: Promise<void> | undefined;

  constructor(options: LoadedVersionOptions) {
    this.#options = options;
    this.config = options.config;
    this.version = options.version;
    this.io = modelIo(options.config);
    this.#buffers = new BufferPool(2 * options.instanceCount);
    const { dynamic_batching: batching, max_batch_size: maxBatchSize } = options.config;
    // As in Triton, a batch is bound early only where no limit of the queue could concern it (rule B10).
    const policy = batching?.default_queue_policy;
    const unlimited =
      batching !== undefined && !policy?.max_queue_size && !policy?.default_timeout_microseconds;
    this.#scheduler = new Scheduler({
      clock: options.clock,
      rule:
        batching && maxBatchSize > 0
          ? dynamicBatchRule({
              maxBatchSize,
              preferredSizes: batching.preferred_batch_size,
              maxDelayNs: batching.max_queue_delay_microseconds * 1000,
            })
          : oneByOne,
      maxQueueSize: policy?.max_queue_size ?? 0,
      idle: () => options.pool.idle,
      takesNext: () => unlimited && options.pool.takesNext,
      execute: (batch) => void this.#execute(batch),
    });
  }

  /** Rejects with a StatusError in Triton's words. */
  infer(source: InferRequest): Promise<InferResponse> {
    const startedAt = this.#options.clock.now();
    const request = normalizeRequest(this.io, source);
    if (this.#refusal) throw this.#refusal;
    const cached = this.#lookup(request, startedAt);
    if ("outputs" in cached) return Promise.resolve(this.#respond(request, cached));
    return this.#enqueue(request, startedAt, cached);
  }

  /** An instance is idle again. */
  instanceFreed(): void {
    this.#scheduler.instanceFreed();
  }

  /** No instance is left: refuses what waits and what comes. */
  fail(error: StatusError): void {
    this.#refusal = new StatusError("UNAVAILABLE", error.message, { cause: error });
    this.#scheduler.dropAll(this.#refusal);
  }

  /** Finishes what was accepted, refuses what comes, ends the instances. */
  drain(): Promise<void> {
    this.#refusal ??= new StatusError(
      "UNAVAILABLE",
      "Server is stopping, scheduler for model has stopped accepting new inference requests",
    );
    this.#drained ??= this.#answered().then(() => this.#options.pool.close());
    return this.#drained;
  }

  telemetry(): ModelTelemetry {
    const { loadId, loadSeconds, pool, cache } = this.#options;
    const batches = [...this.#batches];
    return {
      name: this.config.name,
      version: this.version,
      loadId,
      queued: this.#scheduler.queued + requestsIn(batches.slice(pool.busy)),
      executing: requestsIn(batches.slice(0, pool.busy)),
      instances: pool.status(),
      failures: { ...this.statistics.failures },
      loadSeconds,
      latency: this.statistics.latency.counts(),
      metricTags: this.config.metric_tags,
      cached: cache !== undefined,
    };
  }

  #lookup(
    request: NormalizedRequest,
    startedAt: number,
  ): Executed | { cacheKey: CacheKey | undefined; lookupNs: number } {
    const { cache, clock, loadId } = this.#options;
    if (cache === undefined) return { cacheKey: undefined, lookupNs: 0 };
    const lookupStart = clock.now();
    const cacheKey = cache.key(loadId, request);
    const outputs = cache.responses.lookup(cacheKey);
    const end = clock.now();
    if (outputs === undefined) return { cacheKey, lookupNs: end - lookupStart };
    this.statistics.recordCacheHit(end - startedAt, lookupStart - startedAt, end - lookupStart);
    return { outputs, parameters: {} };
  }

  #enqueue(
    request: NormalizedRequest,
    startedAt: number,
    { cacheKey, lookupNs }: { cacheKey: CacheKey | undefined; lookupNs: number },
  ): Promise<InferResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<InferResponse>();
    const { clock } = this.#options;
    const { signal } = request.source;
    const job: Job = {
      request,
      items: request.items,
      shapeKey: request.shapeKey,
      startedAt,
      queuedAt: clock.now(),
      timeoutNs: this.#timeoutNs(request.source),
      signal,
      cacheKey,
      lookupNs,
      drop: (reason, error) => this.#fail(job, reason, error),
      resolve,
      reject,
    };
    this.#accepted += 1;
    if (signal?.aborted) {
      job.drop("CANCELED", new StatusError("CANCELLED", "Request cancelled"));
      return promise;
    }
    try {
      this.#scheduler.enqueue(job);
    } catch (error) {
      this.#settle();
      const { code, message } = StatusError.from(error);
      throw new StatusError(code, requestPrefix(request.source.id) + message);
    }
    return promise;
  }

  #fail(job: Job, reason: FailureReason, error: StatusError): void {
    this.statistics.recordFailure(reason, this.#options.clock.now() - job.startedAt);
    this.#settle();
    job.reject(error);
  }

  async #answered(): Promise<void> {
    if (this.#accepted > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  #settle(): void {
    this.#accepted -= 1;
    if (this.#accepted === 0) this.#onIdle?.();
  }

  /** A request may shorten the default timeout where the policy lets it, never lengthen it. */
  #timeoutNs({ parameters }: InferRequest): number {
    const policy = this.config.dynamic_batching?.default_queue_policy;
    if (policy === undefined || policy.timeout_action !== "REJECT") return 0;
    const byDefault = policy.default_timeout_microseconds;
    const asked = Number(parameters["timeout"] ?? 0);
    const shorter = policy.allow_timeout_override && asked > 0 && asked < byDefault;
    return (shorter ? asked : byDefault) * 1000;
  }

  async #execute(jobs: Job[]): Promise<void> {
    const { clock, pool } = this.#options;
    const takenAt = clock.now();
    const ahead = !pool.idle;
    const requests = jobs.map(({ request }) => request);
    this.#batches.add(jobs);
    try {
      const output = await pool.use((instance) =>
        instance.execute(gatherBatch(requests, this.#buffers, this.io.maxBatchSize > 0)),
      );
      this.#buffers.give(output.buffer);
      const shares = scatterBatch(requests, output, this.io);
      const { inferStart, inferEnd, parameters } = output;
      // A batch handed over ahead was still waiting while the one before it ran.
      const computeStart = ahead ? Math.max(takenAt, this.#lastInferEnd) : takenAt;
      this.#lastInferEnd = inferEnd;
      const stamps = { computeStart, inferStart, inferEnd, computeEnd: clock.now() };
      this.#finish(jobs, shares, parameters, stamps);
    } catch (thrown) {
      const error = StatusError.from(thrown);
      for (const job of jobs) this.#fail(job, "BACKEND", error);
    } finally {
      this.#batches.delete(jobs);
    }
  }

  #finish(
    jobs: readonly Job[],
    shares: readonly (readonly OutputTensor[])[],
    parameters: Executed["parameters"],
    stamps: ExecutionStamps,
  ): void {
    const batchSize = jobs.reduce((sum, { request }) => sum + request.batchSize, 0);
    this.statistics.recordExecution(batchSize, stamps, Date.now());
    jobs.forEach((job, i) => {
      const outputs = shares[i] ?? [];
      const { startedAt, queuedAt } = job;
      this.statistics.recordSuccess(
        stamps.computeEnd - startedAt,
        stamps.computeStart - queuedAt,
        stamps,
      );
      this.#remember(job, outputs);
      this.#settle();
      try {
        job.resolve(this.#respond(job.request, { outputs, parameters }));
      } catch (error) {
        job.reject(StatusError.from(error));
      }
    });
  }

  #remember({ cacheKey, lookupNs }: Job, outputs: readonly OutputTensor[]): void {
    const { cache, clock } = this.#options;
    if (cache === undefined || cacheKey === undefined) return;
    const start = clock.now();
    cache.responses.insert(cacheKey, outputs);
    this.statistics.recordCacheMiss(lookupNs + clock.now() - start);
  }

  #respond({ source }: NormalizedRequest, { outputs, parameters }: Executed): InferResponse {
    return {
      modelName: this.config.name,
      modelVersion: this.version,
      id: source.id,
      parameters,
      outputs: source.outputs.some(({ classification }) => classification > 0)
        ? this.#classified(source, outputs)
        : outputs,
    };
  }

  #classified(source: InferRequest, outputs: readonly OutputTensor[]): OutputTensor[] {
    return outputs.map((output) => {
      const count = source.outputs.find(({ name }) => name === output.name)?.classification ?? 0;
      const labels = this.#options.labels.get(output.name) ?? [];
      return count > 0 ? classify(output, count, labels, this.io.maxBatchSize > 0) : output;
    });
  }
}

function requestsIn(batches: readonly (readonly Job[])[]): number {
  return batches.reduce((sum, jobs) => sum + jobs.length, 0);
}
