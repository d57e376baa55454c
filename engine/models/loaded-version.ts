import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
import { type ModelIo, modelIo } from "../requests/model-io.ts";
import { type NormalizedRequest, normalizeRequest } from "../requests/normalize.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { InstancePool } from "../scheduling/instance-pool.ts";
import type { ModelScheduler } from "../scheduling/model-scheduler.ts";
import { ResponseOrder } from "../scheduling/response-order.ts";
import type { InitialStateData } from "../scheduling/sequence/implicit-state.ts";
import { executedIo } from "../scheduling/sequence/sequence-tensors.ts";
import {
  type FirstResponseHistogram,
  firstResponseHistogram,
} from "../statistics/first-response.ts";
import { ResponseClock } from "../statistics/response-clock.ts";
import { VersionStatistics } from "../statistics/version-statistics.ts";
import type { InferRequest, InferResponse, ModelTelemetry, Respond } from "../types.ts";
import { Accepted } from "./accepted.ts";
import { AcceptedJob } from "./accepted-job.ts";
import { answerOnce, answerStream } from "./answer.ts";
import { BatchExecutor } from "./batch-executor.ts";
import type { BatchFeed } from "./batch-feed.ts";
import { type Cache, CacheStep } from "./cache-step.ts";
import type { Job, Outcome } from "./job.ts";
import type { Labels } from "./labels.ts";
import { makeScheduler } from "./make-scheduler.ts";
import type { ModelVersion } from "./model-version.ts";
import { OrderedOutcome } from "./ordered-outcome.ts";
import { tracedOutcome } from "./traced-outcome.ts";

export interface LoadedVersionOptions {
  readonly config: ModelConfig;
  readonly version: string;
  /** Unique to this load. */
  readonly loadId: string;
  readonly loadSeconds: number;
  readonly pool: InstancePool;
  readonly clock: Clock;
  readonly labels: Labels;
  /** Of models with sequences: what their states begin with, where files say. */
  readonly initialStates?: InitialStateData;
  readonly warn?: (sentence: string) => void;
  readonly cache: Cache | undefined;
  readonly feed: BatchFeed;
  readonly engineStartedAt: number;
  /** Brings the pool in line with the configuration's instance groups. */
  readonly resize: (config: ModelConfig) => Promise<void>;
}

const NO_LOOKUPS = { lookups: 0, hits: 0, misses: 0, savedNs: 0, missCostNs: 0 };

/** A model version with instances: checks, caches, schedules, executes and counts its requests. */
export class LoadedVersion implements ModelVersion {
  config: ModelConfig;
  readonly version: string;
  readonly io: ModelIo;
  readonly statistics = new VersionStatistics();
  readonly #options: LoadedVersionOptions;
  readonly #executor: BatchExecutor;
  readonly #scheduler: ModelScheduler<Job>;
  readonly #cacheStep: CacheStep | undefined;
  /** Only where the model preserves the order of its responses. */
  readonly #order: ResponseOrder | undefined;
  readonly #accepted = new Accepted();
  /** Only where the model is decoupled. */
  readonly #firstResponses: FirstResponseHistogram | undefined;
  /** Requests that found the queue full. */
  #refused = 0;
  #refusal: StatusError | undefined;
  #drained: Promise<void> | undefined;

  constructor(options: LoadedVersionOptions) {
    const { config, version, pool, clock, cache, loadId, feed, engineStartedAt } = options;
    this.#options = options;
    this.config = config;
    this.version = version;
    this.io = modelIo(config);
    this.#executor = new BatchExecutor({
      model: config.name,
      version,
      io: executedIo(config, this.io),
      decoupled: config.model_transaction_policy?.decoupled === true,
      pool,
      statistics: this.statistics,
      feed,
      engineStartedAt,
      clock,
    });
    this.#scheduler = makeScheduler({
      config,
      pool,
      clock,
      initialStates: options.initialStates ?? new Map(),
      warn: options.warn ?? (() => {}),
      recentRunNs: () => this.#executor.recentRunNs,
      execute: (jobs, dispatch) => void this.#executor.execute(jobs, dispatch),
    });
    this.#firstResponses = firstResponseHistogram(config);
    this.#order = config.dynamic_batching?.preserve_ordering ? new ResponseOrder() : undefined;
    this.#cacheStep =
      cache &&
      new CacheStep({
        cache,
        loadId,
        statistics: this.statistics,
        clock,
        onWaiting: () => this.#accepted.begin(),
        onWaited: () => this.#accepted.end(),
      });
  }

  get labels(): Labels {
    return this.#options.labels;
  }

  infer(source: InferRequest): Promise<InferResponse> {
    return answerOnce(this, source, (outcome) => this.#accept(source, outcome));
  }

  inferStream(source: InferRequest, respond: Respond): Promise<void> {
    return answerStream(this, source, respond, (outcome) => this.#accept(source, outcome));
  }

  /** An instance is idle again. */
  instanceFreed(): void {
    this.#scheduler.instanceFreed();
  }

  async changeInstances(config: ModelConfig): Promise<void> {
    if (this.#scheduler.changesInstances === false) {
      throw new StatusError(
        "UNIMPLEMENTED",
        `the sequences of model '${this.config.name}' are bound to its instances, which are changed by loading it anew`,
      );
    }
    await this.#options.resize(config);
    this.config = { ...this.config, instance_group: config.instance_group };
    this.#scheduler.instanceFreed();
  }

  fail(error: StatusError): void {
    this.#refusal = new StatusError("UNAVAILABLE", error.message, { cause: error });
    this.#scheduler.dropAll(this.#refusal);
  }

  drain(): Promise<void> {
    this.#refusal ??= new StatusError(
      "UNAVAILABLE",
      "Server is stopping, scheduler for model has stopped accepting new inference requests",
    );
    this.#scheduler.drain?.();
    this.#drained ??= this.#accepted.answered().then(() => {
      this.#cacheStep?.forget();
      return this.#options.pool.close();
    });
    return this.#drained;
  }

  telemetry(): ModelTelemetry {
    const { loadId, loadSeconds, pool, cache } = this.#options;
    const { executing, handedOver } = this.#executor;
    return {
      name: this.config.name,
      version: this.version,
      loadId,
      queued: this.#scheduler.queued + handedOver,
      handedOver,
      queueDepths: this.#scheduler.depths(),
      executing,
      instances: pool.status(),
      refused: this.#refused,
      failures: { ...this.statistics.failures },
      loadSeconds,
      latency: this.statistics.latency.counts(),
      ...(this.#firstResponses && { firstResponses: this.#firstResponses.snapshot() }),
      metricTags: this.config.metric_tags,
      cached: cache !== undefined,
      cacheLedger: this.#cacheStep?.ledger.totals() ?? NO_LOOKUPS,
      cacheClients: this.#cacheStep?.ledger.clients() ?? [],
    };
  }

  #accept(source: InferRequest, outcome: Outcome): void {
    const startedAt = this.#options.clock.now();
    source.trace?.stamp("REQUEST_START", startedAt);
    const request = normalizeRequest(this.io, source);
    if (this.#refusal) throw this.#refusal;
    const told = tracedOutcome(source, this.version, this.#options.clock, outcome);
    const then = this.#order ? new OrderedOutcome(this.#order.open(), told) : told;
    const execute = (executed: Outcome, waitingSince?: number) =>
      this.#enqueue(request, startedAt, executed, waitingSince);
    if (this.#cacheStep === undefined) execute(then);
    else this.#cacheStep.run(request, startedAt, then, execute);
  }

  #enqueue(
    request: NormalizedRequest,
    startedAt: number,
    outcome: Outcome,
    waitingSince?: number,
  ): void {
    const { clock } = this.#options;
    const { statistics } = this;
    const queuedAt = waitingSince ?? clock.now();
    request.source.trace?.stamp("QUEUE_START", queuedAt);
    const first = this.#firstResponses;
    this.#accepted.begin();
    new AcceptedJob({
      request,
      startedAt,
      queuedAt,
      scheduler: this.#scheduler,
      statistics,
      responses: first && new ResponseClock(statistics.responses, first, startedAt),
      clock,
      outcome,
      onRefused: this.#onRefused,
      onEnd: this.#onEnd,
    }).enter();
  }

  readonly #onRefused = (): void => void (this.#refused += 1);
  readonly #onEnd = (): void => this.#accepted.end();
}
