import type { WhatIfPrediction } from "../../main/contract/index.ts";
import type { Calibrated } from "./scenario.ts";

/** A model with batches of up to eight, measured alone and in fours. */
export const calibrated = (given: Partial<Calibrated> = {}): Calibrated => ({
  state: "calibrated",
  settings: { maxBatchSize: 8, batching: null, instances: 1 },
  cacheHitRate: 0,
  itemsPerRequest: 1,
  cost: {
    times: [
      { size: 1, ns: 2e6 },
      { size: 4, ns: 3e6 },
    ],
    variation: 0.1,
    slowdown: 0,
    overheadNs: 0,
    cacheHitNs: 0,
  },
  executions: 2400,
  measuredInstances: [1],
  assumed: ["times of batches vary by 10 %"],
  ...given,
});

const at = (value: number) => ({ value, low: value * 0.9, high: value * 1.1 });

export const predicted = (given: Partial<WhatIfPrediction> = {}): WhatIfPrediction => ({
  throughput: at(200),
  p50Ms: at(2.5),
  p99Ms: at(8),
  overloaded: false,
  queueMs: 0.4,
  queueDepth: 0.1,
  rejected: 0,
  timedOut: 0,
  busy: 0.4,
  batches: [
    [1, 900],
    [2, 100],
  ],
  ...given,
});
