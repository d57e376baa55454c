import { LatencyHistogram } from "../../base/latency-histogram.ts";
import {
  type BatchStatistics,
  type FailureReason,
  type InferRequest,
  type ModelStatistics,
  SIZE_PROBE_PARAMETER,
} from "../types.ts";
import { add, copyDuration, zero } from "./duration.ts";
import { ResponseCounts } from "./response-statistics.ts";

/** Time stamps of one execution, in ns; each is taken once. */
export interface ExecutionStamps {
  /** The batch left the queue. */
  readonly computeStart: number;
  readonly inferStart: number;
  readonly inferEnd: number;
  readonly computeEnd: number;
}

/** The counters of one loaded model version, with Triton's arithmetic (rules STATS-1 to STATS-9 of SPEC.md). */
export class VersionStatistics {
  readonly failures: Record<FailureReason, number> = {
    REJECTED: 0,
    CANCELED: 0,
    BACKEND: 0,
    OTHER: 0,
  };
  /** Rule STATS-11. */
  failedSizeProbes = 0;
  /** Rule STATS-12; null where not known. */
  memoryBytes: number | null = null;
  readonly latency = new LatencyHistogram();
  /** For decoupled models only. */
  readonly responses = new ResponseCounts();
  readonly #stats: ModelStatistics["inference_stats"] = {
    success: zero(),
    fail: zero(),
    queue: zero(),
    compute_input: zero(),
    compute_infer: zero(),
    compute_output: zero(),
    cache_hit: zero(),
    cache_miss: zero(),
  };
  readonly #batches = new Map<number, BatchStatistics>();
  #inferences = 0;
  #executions = 0;
  #lastInference = 0;
  /** Counts each batch once. */
  #computeNs = 0;

  /** Mean time of an instance per inference, in ns. */
  get meanComputeNs(): number {
    return this.#inferences === 0 ? 0 : this.#computeNs / this.#inferences;
  }

  /** Records an execution; `batchSize` may be 0 for a model that doesn't batch (rule STATS-3). `wallMs`: ms since the epoch. */
  recordExecution(batchSize: number, stamps: ExecutionStamps, wallMs: number): void {
    this.#executions += 1;
    this.#inferences += Math.max(1, batchSize);
    this.#lastInference = wallMs;
    this.#computeNs += Math.max(0, stamps.computeEnd - stamps.computeStart);
    let batch = this.#batches.get(batchSize);
    if (batch === undefined) {
      batch = {
        batch_size: batchSize,
        compute_input: zero(),
        compute_infer: zero(),
        compute_output: zero(),
      };
      this.#batches.set(batchSize, batch);
    }
    addCompute(batch, stamps);
  }

  /** Records a request of a successful execution; each request counts the whole compute times of its batch. */
  recordSuccess(requestNs: number, queueNs: number, stamps: ExecutionStamps): void {
    add(this.#stats.success, requestNs);
    add(this.#stats.queue, queueNs);
    addCompute(this.#stats, stamps);
    this.latency.record(requestNs / 1000);
  }

  recordFailure(
    reason: FailureReason,
    requestNs: number,
    { parameters }: Pick<InferRequest, "parameters">,
  ): void {
    if (parameters[SIZE_PROBE_PARAMETER] === true) {
      this.failedSizeProbes += 1;
      return;
    }
    this.failures[reason] += 1;
    add(this.#stats.fail, requestNs);
  }

  /** Records a request answered from the cache: no inference, no execution, no compute times. */
  recordCacheHit(requestNs: number, queueNs: number, lookupNs: number): void {
    add(this.#stats.success, requestNs);
    add(this.#stats.queue, queueNs);
    add(this.#stats.cache_hit, lookupNs);
    this.latency.record(requestNs / 1000);
  }

  /** Records the cost of a miss in addition to the execution; insertion lengthens the request. */
  recordCacheMiss(lookupNs: number, insertionNs: number): void {
    add(this.#stats.cache_miss, lookupNs + insertionNs);
    this.#stats.success.ns += Math.max(0, insertionNs);
  }

  snapshot(name: string, version: string): ModelStatistics {
    return {
      name,
      version,
      last_inference: this.#lastInference,
      inference_count: this.#inferences,
      execution_count: this.#executions,
      inference_stats: {
        success: copyDuration(this.#stats.success),
        fail: copyDuration(this.#stats.fail),
        queue: copyDuration(this.#stats.queue),
        ...sumCompute(this.#stats),
        cache_hit: copyDuration(this.#stats.cache_hit),
        cache_miss: copyDuration(this.#stats.cache_miss),
      },
      batch_stats: [...this.#batches.values()]
        .sort((a, b) => a.batch_size - b.batch_size)
        .map((batch) => ({ batch_size: batch.batch_size, ...sumCompute(batch) })),
      memory_usage:
        this.memoryBytes === null ? [] : [{ type: "CPU", id: 0, byte_size: this.memoryBytes }],
      response_stats: this.responses.snapshot(),
    };
  }
}

type ComputeStatistics = Pick<
  BatchStatistics,
  "compute_input" | "compute_infer" | "compute_output"
>;

function sumCompute({ compute_input, compute_infer, compute_output }: ComputeStatistics) {
  return {
    compute_input: copyDuration(compute_input),
    compute_infer: copyDuration(compute_infer),
    compute_output: copyDuration(compute_output),
  };
}

function addCompute(
  stats: ComputeStatistics,
  { computeStart, inferStart, inferEnd, computeEnd }: ExecutionStamps,
): void {
  add(stats.compute_input, inferStart - computeStart);
  add(stats.compute_infer, inferEnd - inferStart);
  add(stats.compute_output, computeEnd - inferEnd);
}
