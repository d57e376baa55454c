import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QueuePolicy } from "../config/types.ts";
import {
  type PlannedRun,
  type Sent,
  type TrafficLab,
  type TrafficSetup,
  type TrafficStep,
  trafficLab,
} from "../testing/traffic-lab.ts";

const MS = 1_000_000;

/** Queue policies, in ms where they are times. */
const policies: fc.Arbitrary<QueuePolicy> = fc.record({
  timeout_action: fc.constantFrom("REJECT", "DELAY"),
  default_timeout_microseconds: fc.constantFrom(0, 0, 20_000, 60_000),
  allow_timeout_override: fc.boolean(),
  max_queue_size: fc.constantFrom(0, 0, 2, 5),
});

const setups: fc.Arbitrary<TrafficSetup> = fc
  .record({
    maxBatch: fc.integer({ min: 1, max: 8 }),
    preferred: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 2 }),
    delayMs: fc.constantFrom(0, 0, 5, 40),
    levels: fc.integer({ min: 0, max: 3 }),
    defaultPolicy: fc.option(policies, { nil: undefined }),
    levelPolicy: fc.option(policies, { nil: undefined }),
    ordered: fc.boolean(),
    instances: fc.integer({ min: 1, max: 3 }),
    takesNext: fc.boolean(),
    cached: fc.boolean(),
    batching: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  })
  .map((setup) => {
    const delays = [setup.defaultPolicy, setup.levelPolicy].some(
      (policy) => policy?.timeout_action === "DELAY" && policy.default_timeout_microseconds !== 0,
    );
    // Triton rejects preserve_ordering with priorities or delays.
    return { ...setup, ordered: setup.ordered && setup.levels < 2 && !delays };
  });

const traffic: fc.Arbitrary<(TrafficStep & { afterMs: number })[]> = fc.array(
  fc.record({
    afterMs: fc.constantFrom(0, 0, 0, 1, 3, 15),
    items: fc.integer({ min: 1, max: 8 }),
    width: fc.constantFrom(1, 1, 1, 2),
    value: fc.integer({ min: 0, max: 30 }),
    priority: fc.integer({ min: 0, max: 4 }),
    timeoutUs: fc.constantFrom(0, 0, 10_000, 100_000),
    cancelAfterMs: fc.constantFrom(undefined, undefined, undefined, 0, 2, 25),
  }),
  { minLength: 1, maxLength: 40 },
);

const runs: fc.Arbitrary<PlannedRun[]> = fc.array(
  fc.record({
    // After shorter runs, batches may be bound early under any policy (SCHED-B10).
    ms: fc.integer({ min: 2, max: 30 }),
    fails: fc.nat(9).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 10 },
);

/** The order of serving: priority level, then delayed requests last, then first in, first out. */
function rank(request: Sent, now: number): readonly number[] {
  const delayed = request.policy?.timeout_action === "DELAY" && request.deadline <= now;
  return [request.level, delayed ? 1 : 0, delayed ? request.deadline : 0, request.index];
}

function isBehind(a: Sent, b: Sent, now: number): boolean {
  const [x, y] = [rank(a, now), rank(b, now)];
  const differs = x.findIndex((value, i) => value !== y[i]);
  return (x[differs] ?? 0) > (y[differs] ?? 0);
}

/** Requests that leave are ahead of those that stay, of the same shape, and not late. */
function checkLeaving(leaving: readonly Sent[], queue: readonly Sent[], now: number): void {
  expect(new Set(leaving.map(({ width }) => width)).size).toBe(1);
  const staying = queue.filter((request) => !leaving.includes(request));
  const late = leaving.filter(
    ({ policy, deadline }) => policy?.timeout_action === "REJECT" && deadline <= now,
  );
  expect(late).toEqual([]);
  for (const one of leaving) {
    for (const other of staying) expect(isBehind(other, one, now)).toBe(true);
  }
}

/**
 * Invariant between any two events: no request waits while an instance is idle, except to form a
 * larger batch.
 */
function checkQueue({ clock, pool, waiting, batching, setup }: TrafficLab): void {
  const queue = setup.cached ? [] : waiting();
  if (!pool.idle || queue.length === 0) return;
  const oldest = Math.min(...queue.map(({ sentAt }) => sentAt));
  expect(clock.now() - oldest).toBeLessThan((batching ? setup.delayMs : 0) * MS);
}

/** One response each, failures on time, with Triton's messages. */
function checkAnswers({ sent, delivered, batching, setup }: TrafficLab): void {
  expect(sent.filter(({ answers }) => answers !== 1)).toEqual([]);
  const expired = sent.filter(({ error }) => error?.message === "Request timeout expired");
  expect(expired.map(({ settledAt }) => settledAt)).toEqual(
    expired.map(({ deadline }) => deadline),
  );
  const cancelled = sent.filter(({ error }) => error?.code === "CANCELLED");
  expect(cancelled.map(({ settledAt }) => settledAt)).toEqual(
    cancelled.map(({ cancelAt }) => cancelAt),
  );
  const refused = sent.filter(
    (request) => request.error?.code === "UNAVAILABLE" && !expired.includes(request),
  );
  for (const { error } of refused) {
    expect(error?.message).toBe("[request id: <id_unknown>] Exceeds maximum queue size");
  }
  // With the cache, it may have waited for an equal request first.
  expect(refused.filter(({ sentAt, settledAt }) => !setup.cached && settledAt !== sentAt)).toEqual(
    [],
  );
  const inOrder = delivered.toSorted((a, b) => a - b);
  expect(delivered).toEqual(batching?.preserve_ordering ? inOrder : delivered);
}

/** Nothing is left over, and every counter matches the responses and batches. */
function checkCounters({ version, sent, batches, setup }: TrafficLab): void {
  const telemetry = version.telemetry();
  const { queued, handedOver, executing, queueDepths, cacheLedger, failures } = telemetry;
  expect([queued, handedOver, executing]).toEqual([0, 0, 0]);
  expect(queueDepths.every((depth) => depth.queued + depth.delayed === 0)).toBe(true);

  const statistics = version.statistics.snapshot("m", "1");
  const { success, fail, cache_hit, cache_miss } = statistics.inference_stats;
  const failed = (code: string) => sent.filter(({ error }) => error?.code === code).length;
  expect(success.count + fail.count).toBe(sent.length);
  expect(success.count).toBe(sent.filter(({ error }) => error === undefined).length);
  expect(failures).toEqual({
    REJECTED: failed("UNAVAILABLE"),
    CANCELED: failed("CANCELLED"),
    BACKEND: failed("INTERNAL"),
    OTHER: 0,
  });
  expect(telemetry.refused).toBeLessThanOrEqual(failures.REJECTED);
  expect(batches.filter(({ items }) => items > setup.maxBatch)).toEqual([]);
  const executed = batches.filter((batch) => !batch.failed);
  expect(statistics.execution_count).toBe(executed.length);
  expect(statistics.inference_count).toBe(executed.reduce((sum, { items }) => sum + items, 0));
  expect(cacheLedger.lookups).toBe(setup.cached ? sent.length : 0);
  expect(cacheLedger.lookups).toBe(cacheLedger.hits + cacheLedger.misses);
  expect(cache_hit.count).toBe(cacheLedger.hits);
  expect(cache_miss.count).toBeLessThanOrEqual(cacheLedger.misses);
}

describe("random traffic through scheduler, cache and statistics", () => {
  it("[SCHED-B2] [SCHED-B4] [SCHED-B6] [SCHED-B11] [SCHED-Q1] [SCHED-Q2] [SCHED-Q3] [SCHED-Q5] every request gets one answer and every counter adds up", async () => {
    await fc.assert(
      fc.asyncProperty(setups, traffic, runs, async (setup, steps, plan) => {
        const driven = await trafficLab(setup, plan, checkLeaving);
        const advance = async (ms: number) => {
          for (let i = 0; i < ms; i++) {
            await driven.clock.advance(MS);
            checkQueue(driven);
          }
        };
        for (const step of steps) {
          await advance(step.afterMs);
          driven.send(step);
        }
        const open = () => driven.sent.some(({ settledAt }) => settledAt < 0);
        for (let ms = 0; ms < 5000 && open(); ms++) await advance(1);
        // Remaining timers, such as those of answered requests, must find nothing.
        await driven.clock.advance(2000 * MS);
        expect(driven.broken).toEqual([]);
        checkAnswers(driven);
        checkCounters(driven);
        await driven.version.drain();
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});
