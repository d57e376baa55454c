import { expect, test } from "vitest";
import type { BatchFrame, ExecutedBatch } from "../../main/contract/index.ts";
import {
  addFrame,
  type BatchLog,
  batchesWithin,
  emptyLog,
  gapsWithin,
  reasonsWithin,
  unlistedWithin,
} from "./batch-log.ts";

function batch(at: number, more: Partial<ExecutedBatch> = {}): ExecutedBatch {
  return {
    version: "1",
    instance: "m_0_0",
    at,
    requests: 2,
    items: 4,
    reason: "idle",
    oldestWaitMs: 1,
    meanWaitMs: 0.5,
    inputMs: 1,
    inferMs: 8,
    outputMs: 1,
    failed: false,
    onServingThread: false,
    ...more,
  };
}

/** A frame of 250 ms that lists `batches`, and counts `unlisted` others. */
function frame(from: number, batches: ExecutedBatch[], unlisted = 0): BatchFrame {
  const all = batches.length + unlisted;
  return {
    from,
    to: from + 250,
    batches,
    reasons:
      all === 0
        ? []
        : [{ reason: "idle", batches: all, requests: all * 2, items: all * 4, oldestWaitMs: all }],
    dropped: 0,
    problem: null,
  };
}

const logOf = (...frames: BatchFrame[]): BatchLog => frames.reduce(addFrame, emptyLog);

test("a batch handed over ahead begins where the one before it ended, by instance", () => {
  const log = logOf(
    frame(0, [batch(10), batch(12), batch(12, { instance: "m_0_1" })]),
    frame(250, [batch(300)]),
  );
  expect(log.batches.map(({ start, end }) => [start, end])).toEqual([
    [10, 20],
    [20, 30],
    [12, 22],
    [300, 310],
  ]);
  expect(batchesWithin(log, [21, 305]).map(({ id }) => id)).toEqual([2, 3, 4]);
});

test("what is remembered is bounded", () => {
  const many = Array.from({ length: 500 }, (_, i) => batch(i));
  let log = emptyLog;
  for (let i = 0; i < 50; i++) log = addFrame(log, frame(i * 250, many));
  expect(log.batches).toHaveLength(20_000);
  for (let i = 50; i < 3000; i++) log = addFrame(log, frame(i * 250, []));
  expect(log.stretches).toHaveLength(2400);
});

test("reasons are counted of all batches, and in a short span of those listed", () => {
  const log = logOf(
    ...Array.from({ length: 12 }, (_, i) => frame(i * 250, [batch(i * 250 + 5)], 9)),
  );
  expect(reasonsWithin(log, [0, 3000])).toEqual([
    { reason: "idle", batches: 120, requests: 240, items: 480, oldestWaitMs: 120 },
  ]);
  expect(reasonsWithin(log, [0, 270])).toMatchObject([{ batches: 2, requests: 4 }]);
  expect(unlistedWithin(log, [0, 3000])).toBe(108);
});

test("gaps are what came before watching, between rounds of it, and behind the last batch listed", () => {
  const log = logOf(frame(1000, [batch(1010)]), frame(1250, [batch(1300)], 5), frame(2000, []));
  expect(gapsWithin(log, [500, 2250])).toEqual([
    [500, 1000],
    [1310, 2000],
  ]);
  expect(gapsWithin(log, [1000, 1200])).toEqual([]);
  expect(gapsWithin(emptyLog, [0, 100])).toEqual([[0, 100]]);
});
