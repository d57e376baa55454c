import type { ModelConfig } from "../config/types.ts";
import type { ObservationSlot } from "../cache/observation/cache-observations.ts";
import type { Cache } from "../models/cache-step.ts";
import { RequestPipeline } from "../models/request-pipeline.ts";
import type { Executed, Outcome } from "../models/job.ts";
import type { Labels } from "../models/labels.ts";
import type { ModelVersion } from "../models/model-version.ts";
import { StatusError } from "../../base/status-error.ts";
import { type ModelIo, modelIo } from "../requests/model-io.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import { VersionStatistics } from "../statistics/version-statistics.ts";
import type { InferRequest, InferResponse, ModelTelemetry, Respond } from "../types.ts";
import { EnsembleRun, type RunnableStep } from "./ensemble-run.ts";
import { ensemblePlan, type Plan } from "./plan.ts";
import { StepLimiter } from "./step-limiter.ts";
import { type ComputeTotals, StepTrace } from "./step-trace.ts";

export interface EnsembleVersionOptions {
  /** Valid, with `decoupled` as its models require. */
  readonly config: ModelConfig;
  readonly version: string;
  /** Unique to this load. */
  readonly loadId: string;
  readonly loadSeconds: number;
  readonly labels: Labels;
  /** The models of the steps, in order. */
  readonly models: readonly ModelVersion[];
  readonly cache: Cache | undefined;
  readonly observation: ObservationSlot;
  readonly clock: EngineClock;
  /** Called once, when the models are no longer needed. */
  readonly release: () => void;
}

/** An ensemble: runs each request through the graph of its models (rules ENSEMBLE-1 to ENSEMBLE-13 of SPEC.md). */
export class EnsembleVersion implements ModelVersion {
  readonly config: ModelConfig;
  readonly version: string;
  readonly io: ModelIo;
  readonly statistics = new VersionStatistics();
  readonly #options: EnsembleVersionOptions;
  readonly #plan: Plan;
  readonly #steps: readonly RunnableStep[];
  readonly #intake: RequestPipeline;

  constructor(options: EnsembleVersionOptions) {
    const { config, version, models, cache, loadId, loadSeconds, clock } = options;
    this.#options = options;
    this.config = config;
    this.version = version;
    this.io = modelIo(config);
    this.#plan = ensemblePlan(config);
    const { maxInflight } = this.#plan;
    this.#steps = models.map((model) => ({
      version: model,
      limiter: new StepLimiter(maxInflight),
    }));
    this.#intake = new RequestPipeline({
      of: this,
      loadId,
      loadSeconds,
      cache,
      observation: options.observation,
      clock,
      execute: (request, startedAt, outcome) => this.#start(request, startedAt, outcome),
    });
  }

  get steps(): readonly ModelVersion[] {
    return this.#options.models;
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

  async changeInstances(): Promise<void> {
    throw new StatusError("UNIMPLEMENTED", "an ensemble has no instances of its own");
  }

  fail(error: StatusError): void {
    this.#intake.fail(error);
  }

  drain(): Promise<void> {
    return this.#intake.drain(this.#options.release);
  }

  telemetry(): ModelTelemetry {
    return {
      ...this.#intake.telemetry(),
      queued: 0,
      handedOver: 0,
      queueDepths: [],
      executing: this.#intake.accepted.count,
      instances: [],
      refused: 0,
    };
  }

  #start(request: NormalizedRequest, startedAt: number, outcome: Outcome): void {
    const { clock } = this.#options;
    const { signal, trace, outputs } = request.source;
    const queuedAt = clock.now();
    const totals: ComputeTotals = { inputNs: 0, inferNs: 0, outputNs: 0 };
    const end = () => {
      signal?.removeEventListener("abort", onAbort);
      this.#intake.accepted.end();
    };
    const fail = (error: StatusError) => {
      end();
      const reason = error.code === "CANCELLED" ? "CANCELED" : "OTHER";
      this.statistics.recordFailure(reason, clock.now() - startedAt, request.source);
      // UNAVAILABLE: it timed out in a step's queue, or the queue rejected it; an equal request may succeed (rule CACHE-5).
      outcome.fail(this.#named(error), error.code === "UNAVAILABLE" ? "REJECTED" : reason);
    };
    const respond = (result: Executed | undefined, final: boolean) => {
      if (final) {
        end();
        this.#count(request, totals, clock.now() - startedAt, queuedAt - startedAt);
      }
      try {
        outcome.respond(result, final);
      } catch (error) {
        outcome.fail(StatusError.from(error));
      }
    };
    const run = new EnsembleRun({
      request,
      io: this.io,
      decoupled: this.config.model_transaction_policy?.decoupled === true,
      needed: this.#plan.needed(
        outputs.length > 0
          ? outputs.map(({ name }) => name)
          : this.io.outputs.map(({ name }) => name),
      ),
      steps: this.#steps,
      totals,
      respond,
      fail,
    });
    const onAbort = () => run.fail(new StatusError("CANCELLED", "Request cancelled"));
    trace?.stamp("QUEUE_START", queuedAt);
    this.#intake.accepted.begin();
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    run.start();
  }

  /** Compute times are the sums over the steps (rule ENSEMBLE-10). */
  #count(
    request: NormalizedRequest,
    totals: ComputeTotals,
    requestNs: number,
    queueNs: number,
  ): void {
    const { inputNs, inferNs, outputNs } = totals;
    const inferEnd = inputNs + inferNs;
    const stamps = {
      computeStart: 0,
      inferStart: inputNs,
      inferEnd,
      computeEnd: inferEnd + outputNs,
    };
    this.statistics.recordExecution(request.items, stamps, Date.now());
    this.statistics.recordSuccess(requestNs, queueNs, stamps);
    const { trace } = request.source;
    if (trace instanceof StepTrace) trace.add(totals);
  }

  #named({ code, message, details }: StatusError): StatusError {
    return new StatusError(code, `in ensemble '${this.config.name}', ${message}`, { details });
  }
}
