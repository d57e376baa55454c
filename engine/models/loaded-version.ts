import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../../base/status-error.ts";
import { type ModelIo, modelIo } from "../requests/model-io.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { InstancePool } from "../scheduling/instance-pool.ts";
import type { ModelScheduler } from "../scheduling/model-scheduler.ts";
import { ResponseOrder } from "../scheduling/response-order.ts";
import type { TurnBudget } from "../scheduling/turn-budget.ts";
import type { InitialStateData } from "../scheduling/sequence/implicit-state.ts";
import { executedIo } from "../scheduling/sequence/sequence-tensors.ts";
import {
  type FirstResponseHistogram,
  firstResponseHistogram,
} from "../statistics/first-response.ts";
import { ResponseClock } from "../statistics/response-clock.ts";
import { VersionStatistics } from "../statistics/version-statistics.ts";
import type { InferRequest, InferResponse, ModelTelemetry, Respond } from "../types.ts";
import { InFlightJob } from "./in-flight-job.ts";
import { BatchExecutor } from "./batch-executor.ts";
import type { BatchFeed } from "./batch-feed.ts";
import type { ObservationSlot } from "../cache/observation/cache-observations.ts";
import type { Cache } from "./cache-step.ts";
import { RequestPipeline } from "./request-pipeline.ts";
import type { Job, Outcome } from "./job.ts";
import type { Labels } from "./labels.ts";
import { makeScheduler } from "./make-scheduler.ts";
import type { ModelVersion } from "./model-version.ts";
import { OrderedOutcome } from "./ordered-outcome.ts";

export interface LoadedVersionOptions {
  readonly config: ModelConfig;
  readonly version: string;
  /** Unique to this load. */
  readonly loadId: string;
  readonly loadSeconds: number;
  readonly pool: InstancePool;
  readonly clock: EngineClock;
  readonly labels: Labels;
  /** For sequence models: initial states from files. */
  readonly initialStates?: InitialStateData;
  readonly warn?: (sentence: string) => void;
  readonly cache: Cache | undefined;
  readonly observation: ObservationSlot;
  readonly feed: BatchFeed;
  readonly engineStartedAt: number;
  readonly turn: TurnBudget;
  /** Adapts the pool to the configuration's instance groups. */
  readonly resize: (config: ModelConfig) => Promise<void>;
  /** No instance needs the version's files any more. */
  readonly releaseFiles?: (() => void) | undefined;
}

/** A model version with instances: checks, caches, schedules, executes and counts its requests. */
export class LoadedVersion implements ModelVersion {
  config: ModelConfig;
  readonly version: string;
  readonly io: ModelIo;
  readonly statistics = new VersionStatistics();
  readonly #options: LoadedVersionOptions;
  readonly #executor: BatchExecutor;
  readonly #scheduler: ModelScheduler<Job>;
  readonly #intake: RequestPipeline;
  /** Only if the model is decoupled. */
  readonly #firstResponses: FirstResponseHistogram | undefined;
  /** Requests that found the queue full. */
  #refused = 0;

  constructor(options: LoadedVersionOptions) {
    const { config, version, pool, clock, cache, loadId, loadSeconds, feed } = options;
    const { engineStartedAt } = options;
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
      turn: options.turn,
    });
    this.#scheduler = makeScheduler({
      config,
      pool,
      clock,
      initialStates: options.initialStates ?? new Map(),
      warn: options.warn ?? (() => {}),
      recentRunNs: () => this.#executor.recentRunNs,
      runsAreLong: () => this.#executor.runsAreLong,
      execute: (jobs, dispatch) => void this.#executor.execute(jobs, dispatch),
    });
    this.#firstResponses = firstResponseHistogram(config);
    const order = config.dynamic_batching?.preserve_ordering ? new ResponseOrder() : undefined;
    this.#intake = new RequestPipeline({
      of: this,
      loadId,
      loadSeconds,
      cache,
      observation: options.observation,
      clock,
      ...(order && { inOrder: (outcome) => new OrderedOutcome(order.open(), outcome) }),
      execute: (request, startedAt, outcome, waitingSince) =>
        this.#enqueue(request, startedAt, outcome, waitingSince),
    });
  }

  get labels(): Labels {
    return this.#options.labels;
  }

  infer(source: InferRequest): Promise<InferResponse> {
    return this.#intake.infer(source);
  }

  inferStream(source: InferRequest, respond: Respond): Promise<void> {
    return this.#intake.inferStream(source, respond);
  }

  /**
   * An instance is idle again; `inTurn` if it is another model's turn when nothing is sent at once.
   */
  instanceFreed(inTurn = false): void {
    this.#scheduler.instanceFreed(inTurn);
  }

  async changeInstances(config: ModelConfig): Promise<void> {
    if (this.#scheduler.changesInstances === false) {
      throw new StatusError(
        "UNIMPLEMENTED",
        `the sequences of model '${this.config.name}' are bound to its instances, which are changed by loading it again`,
      );
    }
    await this.#options.resize(config);
    this.config = { ...this.config, instance_group: config.instance_group };
    this.#scheduler.instanceFreed();
  }

  fail(error: StatusError): void {
    this.#scheduler.dropAll(this.#intake.fail(error));
  }

  drain(): Promise<void> {
    const { pool, releaseFiles } = this.#options;
    const drained = this.#intake.drain(() => pool.close().finally(releaseFiles));
    this.#scheduler.drain?.();
    return drained;
  }

  telemetry(): ModelTelemetry {
    const { executing, handedOver } = this.#executor;
    return {
      ...this.#intake.telemetry(),
      queued: this.#scheduler.queued + handedOver,
      handedOver,
      queueDepths: this.#scheduler.depths(),
      executing,
      instances: this.#options.pool.status(),
      refused: this.#refused,
      ...(this.#firstResponses && { firstResponses: this.#firstResponses.snapshot() }),
    };
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
    this.#intake.accepted.begin();
    new InFlightJob({
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
  readonly #onEnd = (): void => this.#intake.accepted.end();
}
