import { StatusError } from "../../base/status-error.ts";
import { type NormalizedRequest, normalizeRequest } from "../requests/normalize.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { InferRequest, InferResponse, ModelTelemetry, Respond } from "../types.ts";
import { InFlightCounter } from "./in-flight-counter.ts";
import { answerOnce, answerStream } from "./answer.ts";
import { type Cache, CacheStep } from "./cache-step.ts";
import type { Outcome } from "./job.ts";
import type { ModelVersion } from "./model-version.ts";
import type { ObservationSlot } from "../cache/observation/cache-observations.ts";
import { tracedOutcome } from "./traced-outcome.ts";

export interface RequestPipelineOptions {
  /** The model and version of these requests. */
  readonly of: Pick<ModelVersion, "config" | "version" | "io" | "labels" | "statistics">;
  /** Unique to this load. */
  readonly loadId: string;
  readonly loadSeconds: number;
  readonly cache: Cache | undefined;
  /** Whether this model's requests are observed. */
  readonly observation: ObservationSlot;
  readonly clock: EngineClock;
  /** Reserves a request's place if responses keep their order. */
  readonly inOrder?: (outcome: Outcome) => Outcome;
  /** Executes a request that the cache doesn't answer; it starts and ends with `accepted`. */
  readonly execute: (
    request: NormalizedRequest,
    startedAt: number,
    outcome: Outcome,
    waitingSince?: number,
  ) => void;
}

const NO_LOOKUPS = { lookups: 0, hits: 0, misses: 0, savedNs: 0, missCostNs: 0 };

/**
 * Common to all model versions: checks requests, rejects them after closing, consults the cache,
 * and counts.
 */
export class RequestPipeline {
  readonly accepted = new InFlightCounter();
  readonly #options: RequestPipelineOptions;
  readonly #cacheStep: CacheStep | undefined;
  #refusal: StatusError | undefined;
  #drained: Promise<void> | undefined;

  constructor(options: RequestPipelineOptions) {
    const { cache, loadId, clock, of } = options;
    this.#options = options;
    this.#cacheStep =
      cache &&
      new CacheStep({
        cache,
        loadId,
        statistics: of.statistics,
        clock,
        onWaiting: () => this.accepted.begin(),
        onWaited: () => this.accepted.end(),
      });
  }

  infer(source: InferRequest): Promise<InferResponse> {
    return answerOnce(this.#options.of, source, (outcome) => this.#accept(source, outcome));
  }

  inferStream(source: InferRequest, respond: Respond): Promise<void> {
    return answerStream(this.#options.of, source, respond, (outcome) =>
      this.#accept(source, outcome),
    );
  }

  /** Rejects requests from now on; returns the error. */
  fail(error: StatusError): StatusError {
    this.#refusal = new StatusError("UNAVAILABLE", error.message, { cause: error });
    return this.#refusal;
  }

  /** Rejects new requests; calls `free` once the others are answered, the first time only. */
  drain(free: () => void | Promise<void>): Promise<void> {
    this.#refusal ??= new StatusError(
      "UNAVAILABLE",
      "Server is stopping, scheduler for model has stopped accepting new inference requests",
    );
    this.#drained ??= this.accepted.answered().then(() => {
      this.#cacheStep?.forget();
      return free();
    });
    return this.#drained;
  }

  /** Independent of how requests are executed. */
  telemetry() {
    const { of, loadId, loadSeconds, cache } = this.#options;
    const { config, version, statistics } = of;
    return {
      name: config.name,
      version,
      loadId,
      failures: { ...statistics.failures },
      failedSizeProbes: statistics.failedSizeProbes,
      loadSeconds,
      latency: statistics.latency.counts(),
      metricTags: config.metric_tags,
      cached: cache !== undefined,
      cacheLedger: this.#cacheStep?.ledger.totals() ?? NO_LOOKUPS,
      cacheClients: this.#cacheStep?.ledger.clients() ?? [],
    } satisfies Partial<ModelTelemetry>;
  }

  #accept(source: InferRequest, outcome: Outcome): void {
    const { of, loadId, clock, inOrder, observation, execute } = this.#options;
    const startedAt = clock.now();
    source.trace?.stamp("REQUEST_START", startedAt);
    const request = normalizeRequest(of.io, source);
    if (this.#refusal) throw this.#refusal;
    const traced = tracedOutcome(source, of.version, clock, outcome);
    const { current } = observation;
    const observed = current === undefined ? traced : current.watch(loadId, request, traced);
    const then = inOrder ? inOrder(observed) : observed;
    if (this.#cacheStep === undefined) return execute(request, startedAt, then);
    this.#cacheStep.run(request, startedAt, then, (executed, waitingSince) =>
      execute(request, startedAt, executed, waitingSince),
    );
  }
}
