import { configFromJson } from "../../engine/config/index.ts";
import type { BatchingSettings, WhatIfLoad } from "../contract/index.ts";
import { meanTime } from "./batch-time.ts";
import {
  simulate,
  type SimulatedModel,
  type SimulationInput,
  type SimulationResult,
} from "./simulate.ts";

export interface SettingsInput
  extends Pick<SimulationInput, "cost" | "overheadNs" | "itemsPerRequest" | "cache" | "seed"> {
  readonly settings: BatchingSettings;
  readonly load: WhatIfLoad;
  /** About this many requests are simulated. */
  readonly requests: number;
}

/** Simulates settings under a load of clients that don't wait, or of Poisson arrivals. `seconds`: the simulated span. */
export function simulateSettings(input: SettingsInput): SimulationResult & { seconds: number } {
  const { settings, load, requests, cost, overheadNs, itemsPerRequest, cache, seed } = input;
  const seconds = secondsFor(input);
  const result = simulate({
    model: simulatedModel(settings),
    cost,
    traffic:
      load.kind === "rate" ? { ...load, arrivals: { kind: "poisson" } } : { ...load, thinkMs: 0 },
    seconds,
    warmupSeconds: seconds / 10,
    // Clients that are rejected send far more.
    requests: requests * 10,
    itemsPerRequest,
    overheadNs,
    cache,
    seed,
  });
  return { ...result, seconds };
}

function secondsFor({
  settings: { maxBatchSize, batching, instances },
  load,
  requests,
  cost: { times, slowdown },
  overheadNs,
  itemsPerRequest: items,
}: SettingsInput): number {
  if (load.kind === "rate") return requests / load.rate;
  const size = batching ? Math.max(items, Math.min(maxBatchSize, load.clients * items)) : items;
  const batchNs = meanTime(times, size) * (1 + slowdown * (instances - 1));
  const capacity = (instances * size) / items / batchNs;
  const alone = meanTime(times, items) + overheadNs;
  return requests / (Math.min(capacity, load.clients / alone) * 1e9);
}

function simulatedModel({ maxBatchSize, batching, instances }: BatchingSettings): SimulatedModel {
  if (batching === null) return { maxBatchSize, instances, batching: undefined };
  const { preferred, delayUs, queueSize, timeoutUs, timeoutAction } = batching;
  const json = {
    dynamic_batching: {
      preferred_batch_size: preferred,
      max_queue_delay_microseconds: delayUs,
      default_queue_policy: {
        timeout_action: timeoutAction,
        default_timeout_microseconds: timeoutUs,
        max_queue_size: queueSize,
      },
    },
  };
  return { maxBatchSize, instances, batching: configFromJson(json).dynamic_batching };
}
