import { expect, test } from "vitest";
import type { DispatchReason, ReasonCount } from "../../main/contract/index.ts";
import { adviceOn, type BatchingFacts } from "./advice.ts";
import { addReasons } from "./reason-counts.ts";

const facts: BatchingFacts = {
  dynamicBatching: true,
  maxBatchSize: 32,
  delayMs: 0,
  largestPreferred: 0,
  maxQueueSize: 0,
  sequences: false,
};

const count = (reason: DispatchReason, batches: number, items: number): ReasonCount => ({
  reason,
  batches,
  requests: items,
  items,
  oldestWaitMs: batches,
});

test("counts of the same reason are added, in the order of the legend", () => {
  expect(addReasons([count("idle", 1, 1), count("full", 2, 8), count("idle", 3, 5)])).toEqual([
    count("full", 2, 8),
    count("idle", 4, 6),
  ]);
});

test.each<[string, ReasonCount[], Partial<BatchingFacts>, RegExp]>([
  ["nothing ran", [], {}, /No batch ran/],
  ["no batching", [count("idle", 9, 9)], { maxBatchSize: 0 }, /max_batch_size is 0/],
  ["batching off", [count("idle", 9, 9)], { dynamicBatching: false }, /dynamic_batching \{ \}/],
  [
    "sequences",
    [count("idle", 9, 18)],
    { dynamicBatching: false, sequences: true },
    /one request of a sequence at most, and held 2 of 32.*more sequences/,
  ],
  ["alone", [count("idle", 9, 9)], {}, /100 %.*1 item of 32.*raise the load, or set max_queue_/],
  ["alone with a delay", [count("idle", 9, 9)], { delayMs: 2 }, /raise the load\.$/],
  ["grown while busy", [count("idle", 9, 90)], {}, /10 items of 32.*grow with the load/],
  ["short queue", [count("idle", 9, 18)], { maxQueueSize: 2 }, /No more than max_queue_size, 2/],
  ["full", [count("full", 9, 288), count("idle", 1, 1)], {}, /^90 %.*larger max_batch_size/],
  ["preferred is the limit", [count("full", 9, 36)], { largestPreferred: 4 }, /asks for, 4:.*32/],
  ["preferred", [count("preferred", 9, 36)], { largestPreferred: 8 }, /preferred_batch_size/],
  ["delay", [count("delay", 9, 18)], { delayMs: 2 }, /whole delay of 2 ms and had 2 items of 32/],
  ["forced", [count("forced", 9, 180)], {}, /did not fit.*divide max_batch_size/],
  ["shape", [count("shape", 9, 18)], {}, /another shape.*ragged/],
])("advice: %s", (_, counts, more, words) => {
  expect(adviceOn(counts, { ...facts, ...more })).toMatch(words);
});
