import { afterEach, expect, it } from "vitest";
import type { WhatIfQuestion } from "../contract/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { PredictionWorker } from "./prediction-worker.ts";

const clock = new ManualClock();
let worker = new PredictionWorker(clock);

afterEach(() => {
  worker[Symbol.dispose]();
  worker = new PredictionWorker(clock);
});

const question: WhatIfQuestion = {
  cost: {
    times: [{ size: 1, ns: 2e6 }],
    variation: 0.1,
    slowdown: 0,
    overheadNs: 0,
    cacheHitNs: 0,
  },
  load: { kind: "rate", rate: 100 },
  itemsPerRequest: 1,
  configurations: [
    { settings: { maxBatchSize: 0, batching: null, instances: 1 }, cacheHitRate: 0 },
  ],
};
const wanted = () => new AbortController().signal;

it("[WHATIF-5] answers without blocking the calling thread", async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const [prediction] = await worker.predict(question, wanted());
  clearInterval(counting);
  expect(prediction?.throughput.value).toBeCloseTo(100, -1);
  expect(turns).toBeGreaterThan(0);
  const [points = []] = await worker.curve(question, wanted());
  expect(points.length).toBeGreaterThan(3);
});

it("[WHATIF-5] ends a cancelled question, and answers the next", async () => {
  worker.prepare();
  const first = new AbortController();
  const superseded = worker.predict(question, first.signal);
  const next = worker.predict(question, wanted());
  first.abort();
  await expect(superseded).rejects.toMatchObject({ code: "CANCELLED" });
  expect((await next)[0]?.overloaded).toBe(false);
});

it("names an invalid value", async () => {
  const wrong = { ...question, itemsPerRequest: 0.5 };
  const cost = { ...question.cost, times: [{ size: 1, ns: 0 }] };
  await expect(worker.predict({ ...wrong, cost }, wanted())).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringContaining("must be above 0"),
  });
});

it("ends an idle thread, and starts another for the next question", async () => {
  await worker.predict(question, wanted());
  await clock.advance(60_000);
  expect((await worker.predict(question, wanted())).length).toBe(1);
});
