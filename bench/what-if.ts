/**
 * Time from a change in What-if to its figures: each change cancels the questions of the one before it, as the page does.
 *
 *     node bench/what-if.ts [--changes=30]
 */
import { parseArgs } from "node:util";
import { systemClock } from "../base/clock.ts";
import type { WhatIfQuestion } from "../main/contract/index.ts";
import { PredictionWorker } from "../main/what-if/prediction-worker.ts";

const { values: flags } = parseArgs({ options: { changes: { type: "string", default: "30" } } });
const changes = Number(flags.changes);

const MS = 1e6;
/** A drag of a slider emits several changes before the figures of one arrive. */
const PAUSES_MS = [400, 20, 400, 100];

const cost = {
  times: [1, 4, 16, 32].map((size) => ({ size, ns: (0.3 + size / 20) * MS })),
  variation: 0.2,
  slowdown: 0.5,
  overheadNs: 0.1 * MS,
  serialNs: 0.02 * MS,
  cacheHitNs: 0,
};

function questionAt(change: number, load: WhatIfQuestion["load"]): WhatIfQuestion {
  const settings = (delayUs: number) => ({
    maxBatchSize: 32,
    instances: 2,
    batching: {
      preferred: [],
      delayUs,
      queueSize: 0,
      timeoutUs: 0,
      timeoutAction: "REJECT" as const,
    },
  });
  return {
    cost,
    itemsPerRequest: 1,
    load,
    configurations: [
      { settings: settings(0), cacheHitRate: 0 },
      { settings: settings(100 + change), cacheHitRate: 0 },
    ],
  };
}

using worker = new PredictionWorker(systemClock);
for (const load of [
  { kind: "clients", clients: 64 },
  { kind: "rate", rate: 2000 },
] as const) {
  const first: number[] = [];
  let before = new AbortController();
  let cancelled = 0;
  for (let change = 0; change < changes; change++) {
    before.abort();
    before = new AbortController();
    const { signal } = before;
    const started = performance.now();
    const question = questionAt(change, load);
    worker
      .predict(question, signal)
      .then(() => first.push(performance.now() - started))
      .catch(() => (cancelled += 1));
    worker.curve(question, signal).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[change % PAUSES_MS.length]));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const sorted = first.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(0);
  console.log(
    `${load.kind}: ${at(0.5)} ms in the median, ${at(0.9)} at p90, of ${first.length} changes; ${cancelled} cancelled`,
  );
}
