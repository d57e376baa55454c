import { configFromJson } from "../../engine/config/index.ts";
import type { BatchingSettings, WhatIfLoad } from "../contract/index.ts";
import { meanTime } from "./batch-time.ts";
import {
  simulate,
  type SimulatedModel,
  type SimulatedTraffic,
  type SimulationInput,
  type SimulationResult,
} from "./simulate.ts";

export interface SettingsInput
  extends Pick<
    SimulationInput,
    | "cost"
    | "overheadNs"
    | "serialNs"
    | "turnNs"
    | "frontSlowdown"
    | "itemsPerRequest"
    | "cache"
    | "seed"
  > {
  readonly settings: BatchingSettings;
  readonly load: WhatIfLoad;
  /** Approximate number of requests to simulate. */
  readonly requests: number;
}

/** Simulates settings under a load; clients don't wait between a response and their next request. `seconds`: the simulated span. */
export function simulateSettings(input: SettingsInput): SimulationResult & { seconds: number } {
  const { settings, load, requests, ...rest } = input;
  const seconds = secondsFor(input);
  const result = simulate({
    ...rest,
    model: simulatedModel(settings),
    traffic: trafficFrom(load),
    seconds,
    warmupSeconds: seconds / 10,
    // Clients that are rejected send far more.
    requests: requests * 10,
  });
  return { ...result, seconds };
}

/** Of recorded gaps, requests per second on average. */
export const rateOfGaps = (micros: readonly number[]): number =>
  (micros.length * 1e6) / micros.reduce((sum, gap) => sum + gap, 0);

function trafficFrom(load: WhatIfLoad): SimulatedTraffic {
  switch (load.kind) {
    case "rate":
      return { ...load, arrivals: load.arrivals ?? { kind: "poisson" } };
    case "intervals":
      return load;
    case "clients":
      return { ...load, thinkMs: 0 };
  }
}

function secondsFor({
  settings: { maxBatchSize, batching, instances },
  load,
  requests,
  cost: { times, slowdown },
  overheadNs,
  serialNs = 0,
  turnNs = 0,
  itemsPerRequest: items,
}: SettingsInput): number {
  if (load.kind === "rate") return requests / load.rate;
  if (load.kind === "intervals") return requests / rateOfGaps(load.micros);
  const size = batching ? Math.max(items, Math.min(maxBatchSize, load.clients * items)) : items;
  const batchNs = meanTime(times, size) * (1 + slowdown * (instances - 1));
  const capacity = Math.min((instances * size) / items / batchNs, 1 / serialNs);
  const alone = meanTime(times, items) + overheadNs + serialNs + 2 * turnNs;
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
