import { StatusError } from "../../base/status-error.ts";
import { configFromJson, type ModelConfig } from "../../engine/config/index.ts";
import type { ModelStatistics } from "../../engine/types.ts";
import { settingsFrom } from "../configs/index.ts";
import type { ModelDetail, WhatIfBasis } from "../contract/index.ts";
import { aloneNs, calibrate } from "../simulation/index.ts";
import type { LoggedExecutions } from "./execution-log.ts";
import type { MeasuredFront } from "./measured-front.ts";

/**
 * What predictions of a model are made from: its active settings and the times of its batches, those `seen` before
 * the statistics were reset too (rules WHATIF-1, WHATIF-2 and WHATIF-7). `cores`: of the machine that serves; null: not known. Throws FAILED_PRECONDITION for a model that is not simulated.
 */
export function predictionBasis(
  detail: ModelDetail,
  statistics: readonly ModelStatistics[],
  seen: LoggedExecutions = { samples: [], instances: [], variation: null },
  cores: number | null = null,
): WhatIfBasis {
  const config = simulatedConfig(detail);
  const settings = settingsFrom(config, instanceCount(detail, config));
  const isPython = config.backend === "python";
  const processes = isPython ? { cores } : null;
  const calibration = orReason(() => calibrate(statistics, settings.instances, seen, processes));
  if (typeof calibration === "string") return { state: "uncalibrated", reason: calibration };
  const { cost, executions, overheadNs, assumed } = calibration;
  const { requests, items, hits, hitNs, lookups } = totals(statistics);
  return {
    state: "calibrated",
    settings,
    cacheHitRate: config.response_cache?.enable && lookups > 0 ? Math.min(1, hits / lookups) : 0,
    itemsPerRequest: Math.min(
      Math.max(1, settings.maxBatchSize),
      Math.max(1, Math.round(requests > 0 ? items / requests : 1)),
    ),
    cost: {
      times: cost.times.map(({ size, ns }) => ({ size, ns })),
      variation: cost.variation,
      slowdown: cost.slowdown,
      ...(cost.cores !== undefined && { cores: cost.cores }),
      overheadNs,
      cacheHitNs: hits > 0 ? Math.max(0, hitNs / hits) : 0,
    },
    executions,
    measuredInstances: [...new Set([settings.instances, ...seen.instances])].toSorted(
      (a, b) => a - b,
    ),
    ...(isPython && { processes: computeSplit(statistics) }),
    assumed: [...assumed, ...configAssumptions(config)],
  };
}

/** With what the front end takes for each request, which is part of the way within the server. */
export function withFront(
  basis: Extract<WhatIfBasis, { state: "calibrated" }>,
  { front, clients }: MeasuredFront,
): WhatIfBasis {
  const { cost } = basis;
  const { serialNs, turnNs } = front;
  const overheadNs = Math.max(0, cost.overheadNs - aloneNs(front));
  return { ...basis, cost: { ...cost, overheadNs, serialNs, turnNs }, frontClients: [...clients] };
}

function simulatedConfig({ name, config }: ModelDetail): ModelConfig {
  const refuse = (reason: string): never => {
    throw new StatusError("FAILED_PRECONDITION", `Model '${name}' ${reason}`);
  };
  if (config === null) return refuse("has no configuration: load it first.");
  const known = configFromJson(config);
  if (known.ensemble_scheduling) {
    return refuse("is an ensemble: it forms no batches. Predict the models of its steps.");
  }
  if (known.sequence_batching) return refuse("batches sequences, which are not simulated.");
  if (known.model_transaction_policy?.decoupled) {
    return refuse("is decoupled: how many responses a request gets is not simulated.");
  }
  return known;
}

/** Instances of one version: versions that serve together have their own. */
export function instanceCount({ instances }: ModelDetail, { instance_group }: ModelConfig): number {
  const byVersion = Map.groupBy(instances, ({ version }) => version);
  const serving = Math.max(0, ...[...byVersion.values()].map(({ length }) => length));
  const configured = instance_group.reduce((sum, { count }) => sum + count, 0);
  return Math.min(1024, Math.max(1, serving || configured));
}

function configAssumptions({ dynamic_batching: batching }: ModelConfig): string[] {
  return Number(batching?.priority_levels ?? 0) > 0
    ? ["all requests have the default priority level"]
    : [];
}

function totals(statistics: readonly ModelStatistics[]) {
  const sum = { requests: 0, items: 0, hits: 0, hitNs: 0, lookups: 0 };
  for (const { inference_count, inference_stats: stats } of statistics) {
    const { success, cache_hit, cache_miss } = stats;
    sum.requests += success.count - cache_hit.count;
    sum.items += inference_count;
    sum.hits += cache_hit.count;
    sum.hitNs += cache_hit.ns;
    sum.lookups += cache_hit.count + cache_miss.count;
  }
  return sum;
}

/** Means of an execution: handing over its inputs, `execute`, and reading its outputs. */
function computeSplit(statistics: readonly ModelStatistics[]) {
  let executions = 0;
  const sum = { inputNs: 0, executeNs: 0, outputNs: 0 };
  for (const { batch_stats } of statistics) {
    for (const { compute_input, compute_infer, compute_output } of batch_stats) {
      executions += compute_infer.count;
      sum.inputNs += compute_input.ns;
      sum.executeNs += compute_infer.ns;
      sum.outputNs += compute_output.ns;
    }
  }
  const mean = (ns: number) => ns / Math.max(1, executions);
  return {
    inputNs: mean(sum.inputNs),
    executeNs: mean(sum.executeNs),
    outputNs: mean(sum.outputNs),
  };
}

/** The result of `work`, or the reason of its FAILED_PRECONDITION. */
function orReason<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof StatusError && error.code === "FAILED_PRECONDITION") return error.message;
    throw error;
  }
}
