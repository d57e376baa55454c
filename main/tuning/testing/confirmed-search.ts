import type { TuningSearch } from "../../contract/index.ts";
import { planFor } from "./plans.ts";

export const FORMER = 'name: "m"\nmax_batch_size: 8\n';
export const BEST = `${FORMER}dynamic_batching {}\n`;
const baseline = { maxBatchSize: 1, delayUs: 0, instances: 1 };
const settings = { maxBatchSize: 8, delayUs: 0, instances: 1 };
export const point = { settings, clients: 16 };
const outcome = { throughput: 900, p99Ms: 12 };
const found = { point, expected: outcome, meets: 0.97 };
export const confirmation = {
  baseline: { throughput: 500, p99Ms: 11 },
  winner: outcome,
  verdict: "better" as const,
  ratio: { value: 1.8, low: 1.7, high: 1.9 },
  meets: true,
  invalidReason: null,
};
export const trial = { number: 1, point, predicted: outcome, reason: "Why.", startedAt: 0 };

/** A finished search of which the store has all but the number. */
export const CONFIRMED: Omit<TuningSearch, "id"> = {
  name: "Search m",
  createdAt: 0,
  finishedAt: 1,
  state: "finished",
  serverId: "s",
  model: "m",
  plan: planFor("m"),
  goal: { kind: "throughput", p99Ms: 20 },
  ranges: { maxBatchSize: 8, maxInstances: 1, maxDelayUs: 0, clients: [16] },
  trials: 4,
  minutes: null,
  pairs: 3,
  baseline,
  baselineConfig: FORMER,
  environment: null,
  measured: [{ ...trial, outcome, problem: null, seconds: 2 }],
  current: null,
  confirming: null,
  pausing: false,
  map: [found],
  best: found,
  result: { conclusion: "confirmed", found, confirmation, endReason: "All 4 trials are used." },
  foundConfig: BEST,
  problem: null,
  applied: null,
};
