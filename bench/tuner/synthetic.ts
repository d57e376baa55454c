import { normal, type Random } from "../../main/wire/index.ts";
import {
  type BatchSample,
  batchTimes,
  busyDuring,
  type CostModel,
  type SimulationResult,
} from "../../main/simulation/index.ts";
import type { Outcome, TuningGoal } from "../../main/tuning/search/goal.ts";
import { simulatePoint } from "../../main/tuning/search/predict.ts";
import type { Point } from "../../main/tuning/search/settings.ts";
import type { Quantiles } from "./early-end.ts";

/** A server with known behaviour, which differs from the tuner's assumptions. */
export interface SyntheticServer {
  readonly name: string;
  /** Duration of a batch with one running instance, ns. */
  readonly batchNs: (size: number) => number;
  readonly variation: number;
  readonly slowdown: number;
  readonly overheadNs: number;
  /** Additional time of every request per client, ns, since connections cost the server time. */
  readonly clientNs: number;
  /** See the simulation's input with this name. Default: 0. */
  readonly serialNs?: number;
  readonly maxBatchSize: number;
  readonly maxInstances: number;
}

const MS = 1e6;
const log2Steps = (size: number) => 2 ** Math.ceil(Math.log2(size));

export const servers: readonly SyntheticServer[] = [
  {
    name: "one core, batches pay",
    batchNs: (size) => (2 + 0.25 * size) * MS,
    variation: 0.15,
    slowdown: 1,
    overheadNs: 0.4 * MS,
    clientNs: 2000,
    maxBatchSize: 64,
    maxInstances: 4,
  },
  {
    name: "batches don't pay, instances do",
    batchNs: (size) => (0.2 + 4 * size) * MS,
    variation: 0.1,
    slowdown: 0.1,
    overheadNs: 0.3 * MS,
    clientNs: 1000,
    maxBatchSize: 32,
    maxInstances: 8,
  },
  {
    name: "padded to powers of two",
    batchNs: (size) => (1.5 + 0.4 * log2Steps(size)) * MS,
    variation: 0.2,
    slowdown: 0.4,
    overheadNs: 0.5 * MS,
    clientNs: 3000,
    maxBatchSize: 64,
    maxInstances: 4,
  },
  {
    name: "accelerator",
    batchNs: (size) => (3 + 0.05 * size ** 1.1) * MS,
    variation: 0.05,
    slowdown: 0.8,
    overheadNs: 0.2 * MS,
    clientNs: 500,
    maxBatchSize: 128,
    maxInstances: 4,
  },
  {
    name: "cache cliff at 16",
    batchNs: (size) => (1 + 0.3 * size + (size > 16 ? 0.6 * (size - 16) : 0)) * MS,
    variation: 0.3,
    slowdown: 0.5,
    overheadNs: 0.3 * MS,
    clientNs: 2000,
    maxBatchSize: 64,
    maxInstances: 8,
  },
  {
    name: "very small model",
    batchNs: (size) => (0.1 + 0.01 * size) * MS,
    variation: 0.4,
    slowdown: 0.7,
    overheadNs: 0.3 * MS,
    clientNs: 1500,
    maxBatchSize: 32,
    maxInstances: 4,
  },
  {
    name: "large model, little parallel",
    batchNs: (size) => (20 + 12 * size ** 0.8) * MS,
    variation: 0.1,
    slowdown: 0.9,
    overheadNs: 1 * MS,
    clientNs: 5000,
    maxBatchSize: 16,
    maxInstances: 4,
  },
];

/** Servers that weren't used to design the search: they show whether it is fitted too closely to the others. */
export const unseenServers: readonly SyntheticServer[] = [
  {
    name: "tiles of 8",
    batchNs: (size) => (1 + 0.9 * Math.ceil(size / 8)) * MS,
    variation: 0.12,
    slowdown: 0.6,
    overheadNs: 0.4 * MS,
    clientNs: 1000,
    maxBatchSize: 64,
    maxInstances: 4,
  },
  {
    name: "one thread in front",
    batchNs: (size) => (0.8 + 0.02 * size) * MS,
    variation: 0.25,
    slowdown: 0.2,
    overheadNs: 0.3 * MS,
    clientNs: 500,
    serialNs: 0.2 * MS,
    maxBatchSize: 32,
    maxInstances: 4,
  },
  {
    name: "time grows with the square",
    batchNs: (size) => (2 + 0.3 * size + 0.02 * size ** 2) * MS,
    variation: 0.2,
    slowdown: 0.3,
    overheadNs: 0.5 * MS,
    clientNs: 2000,
    maxBatchSize: 64,
    maxInstances: 4,
  },
];

const REQUESTS = 6000;

function toCostModel(server: SyntheticServer): CostModel {
  const sizes = Array.from({ length: server.maxBatchSize }, (_, i) => i + 1);
  return {
    times: sizes.map((size) => ({ size, ns: server.batchNs(size) })),
    variation: server.variation,
    slowdown: server.slowdown,
  };
}

/** The server's noise-free behaviour at a point, and the batches that it ran. */
export function truth(
  server: SyntheticServer,
  goal: TuningGoal,
  point: Point,
): {
  readonly outcome: Outcome;
  readonly batches: readonly BatchSample[];
  readonly quantiles: Quantiles;
} {
  const { instances } = point.settings;
  const overheadNs = server.overheadNs + server.clientNs * (point.clients ?? 8);
  const { serialNs = 0 } = server;
  const model = { cost: toCostModel(server), overheadNs, serialNs, itemsPerRequest: 1 };
  const { outcome, result } = simulatePoint(model, goal, point, { requests: REQUESTS, seed: 4711 });
  const batches = [...result.batches].map(([size, count]) => ({
    size,
    count,
    ns: (result.batchMs.get(size) ?? 0) * 1e6,
  }));
  const totalNs = batches.reduce((sum, { count, ns }) => sum + count * ns, 0);
  const spanNs = totalNs / (result.busy * instances);
  const busy = busyDuring(batches, { instances, maxItems: point.clients, spanNs });
  return {
    outcome,
    batches: batches.map((each) => ({ ...each, busy })),
    quantiles: toQuantiles(result.latency),
  };
}

/** Times of single batches of one size, as a server reports them for a moment. */
export function singleBatches(
  server: SyntheticServer,
  size: number,
  random: Random,
): { readonly size: number; readonly ns: number }[] {
  const draw = batchTimes(toCostModel(server), random);
  return Array.from({ length: SINGLES }, () => ({ size, ns: draw(size, 1) }));
}

const SINGLES = 256;

const toQuantiles = (latency: SimulationResult["latency"]): Quantiles =>
  latency === null
    ? [
        [0, 0],
        [0.99, Infinity],
      ]
    : [
        [0, 0],
        [0.5, latency.p50],
        [0.9, latency.p90],
        [0.95, latency.p95],
        [0.99, latency.p99],
      ];

/** With a sustained open loop, throughput is the rate apart from the random variation of arrivals. */
const OPEN_NOISE = 0.01;

/** With noise: each figure multiplied by a log-normal factor with this standard deviation. */
export function noisy(
  { outcome, batches, quantiles }: ReturnType<typeof truth>,
  goal: TuningGoal,
  noise: number,
  random: Random,
): ReturnType<typeof truth> {
  const factor = (deviation = noise) => Math.exp(deviation * normal(random));
  const keepsUp = goal.kind !== "throughput" && outcome.throughput >= goal.rate * 0.97;
  return {
    outcome: {
      throughput: outcome.throughput * factor(keepsUp ? Math.min(OPEN_NOISE, noise) : noise),
      p99Ms: outcome.p99Ms * factor(),
    },
    batches: batches.map((batch) => ({ ...batch, ns: batch.ns * factor() })),
    quantiles,
  };
}
