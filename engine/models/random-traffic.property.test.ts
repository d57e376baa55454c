import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cacheKeyMaker } from "../cache/cache-key.ts";
import { ResponseCache } from "../cache/response-cache.ts";
import type { DynamicBatching, QueuePolicy } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
import { InstancePool } from "../scheduling/instance-pool.ts";
import { modelConfig } from "../testing/model-config.ts";
import { type RecordedBatch, recordingInstance } from "../testing/recording-instance.ts";
import { floats, inferRequest } from "../testing/requests.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import { BatchFeed } from "./batch-feed.ts";
import { LoadedVersion } from "./loaded-version.ts";

const MS = 1_000_000;

/** Queue policies, in ms where they are times. */
const policies: fc.Arbitrary<QueuePolicy> = fc.record({
  timeout_action: fc.constantFrom("REJECT", "DELAY"),
  default_timeout_microseconds: fc.constantFrom(0, 0, 20_000, 60_000),
  allow_timeout_override: fc.boolean(),
  max_queue_size: fc.constantFrom(0, 0, 2, 5),
});

const setups = fc
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
      (policy) => policy?.timeout_action === "DELAY" && policy.default_timeout_microseconds > 0,
    );
    // Triton refuses to preserve the order with priorities or delays.
    return { ...setup, ordered: setup.ordered && setup.levels < 2 && !delays };
  });
type Setup = typeof setups extends fc.Arbitrary<infer T> ? T : never;

const traffic = fc.array(
  fc.record({
    afterMs: fc.constantFrom(0, 0, 0, 1, 3, 15),
    items: fc.integer({ min: 1, max: 8 }),
    width: fc.constantFrom(1, 1, 1, 2),
    /** Equal numbers are equal requests where the cache is on. */
    value: fc.integer({ min: 0, max: 30 }),
    priority: fc.integer({ min: 0, max: 4 }),
    timeoutUs: fc.constantFrom(0, 0, 10_000, 100_000),
    cancelAfterMs: fc.constantFrom(undefined, undefined, undefined, 0, 2, 25),
  }),
  { minLength: 1, maxLength: 40 },
);

const runs = fc.array(fc.record({ ms: fc.integer({ min: 1, max: 30 }), fails: fc.nat(9) }), {
  minLength: 1,
  maxLength: 10,
});

/** What became of a request. */
interface Sent {
  readonly index: number;
  readonly value: number;
  readonly width: number;
  readonly items: number;
  readonly level: number;
  readonly policy: QueuePolicy | undefined;
  readonly sentAt: number;
  /** Stamp at which its policy rejects or delays it. */
  readonly deadline: number;
  readonly cancelAt: number;
  answers: number;
  error: StatusError | undefined;
  settledAt: number;
  dispatchedAt: number;
}

function batchingOf(setup: Setup): DynamicBatching | undefined {
  if (!setup.batching) return undefined;
  return {
    preferred_batch_size: setup.preferred.filter((size) => size <= setup.maxBatch),
    max_queue_delay_microseconds: setup.delayMs * 1000,
    preserve_ordering: setup.ordered,
    priority_levels: setup.levels,
    default_priority_level: setup.levels === 0 ? 0 : setup.levels,
    ...(setup.defaultPolicy ? { default_queue_policy: setup.defaultPolicy } : {}),
    priority_queue_policy: setup.levels > 0 && setup.levelPolicy ? { "1": setup.levelPolicy } : {},
  };
}

const keys = await cacheKeyMaker(1);

/** One version with its scheduler, cache, statistics and pool, on a clock that the test moves. */
async function lab(setup: Setup, plan: readonly { ms: number; fails: number }[]) {
  const clock = new VirtualClock();
  const batches: RecordedBatch[] = [];
  const sent: Sent[] = [];
  const delivered: number[] = [];
  const batching = batchingOf(setup);
  const config = modelConfig({
    max_batch_size: setup.maxBatch,
    ...(batching ? { dynamic_batching: batching } : {}),
  });
  let ran = 0;
  let loaded: LoadedVersion | undefined;
  /** What failed inside the engine's calls, where nothing may be thrown. */
  const broken: unknown[] = [];
  const onBatch = (batch: RecordedBatch) => {
    batches.push(batch);
    try {
      checkBatch(batch);
    } catch (error) {
      broken.push(error);
    }
  };
  const checkBatch = (batch: RecordedBatch) => {
    expect(batch.items).toBeLessThanOrEqual(setup.maxBatch);
    if (setup.cached) return;
    const members = batch.values.map((value) => sent[value]) as Sent[];
    expect(new Set(members.map(({ width }) => width)).size).toBe(1);
    checkOrder(members, waiting(), clock.now());
    for (const member of members) member.dispatchedAt = clock.now();
  };
  const pool = await InstancePool.open({
    places: Array.from({ length: setup.instances }, (_, i) => ({
      name: `m_${i}`,
      kind: "KIND_CPU",
      deviceId: -1,
      resources: [],
      priority: 0,
    })),
    create: async ({ name }) =>
      recordingInstance({
        name,
        clock,
        takesNext: setup.takesNext,
        next: () => {
          const { ms, fails } = plan[ran++ % plan.length] ?? { ms: 1, fails: 1 };
          return { ns: ms * MS, fails: fails === 0 };
        },
        onBatch,
      }),
    onFreed: () => loaded?.instanceFreed(),
    onExhausted: () => {},
  });
  const cache = new ResponseCache(100_000);
  const version = new LoadedVersion({
    config,
    version: "1",
    loadId: "load",
    loadSeconds: 0,
    pool,
    clock,
    labels: new Map(),
    cache: setup.cached ? { responses: cache, key: keys } : undefined,
    feed: new BatchFeed(),
    engineStartedAt: 0,
    resize: async () => {},
  });
  loaded = version;

  /** On its way into the queue; makes room for itself there, where instances are idle. */
  let arriving: Sent | undefined;
  /** Requests in the queue; who was just rejected has not heard of it yet. */
  const waiting = () =>
    sent.filter(
      (request) =>
        request !== arriving &&
        request.settledAt < 0 &&
        request.dispatchedAt < 0 &&
        !(request.policy?.timeout_action === "REJECT" && request.deadline <= clock.now()),
    );

  const send = (step: typeof traffic extends fc.Arbitrary<(infer T)[]> ? T : never) => {
    const index = sent.length;
    const items = Math.min(step.items, setup.maxBatch);
    const value = setup.cached ? step.value : index;
    const levels = batching?.priority_levels ?? 0;
    const level = step.priority >= 1 && step.priority <= levels ? step.priority : levels;
    const policy = batching?.priority_queue_policy[String(level)] ?? batching?.default_queue_policy;
    const now = clock.now();
    const entry: Sent = {
      index,
      value,
      width: step.width,
      items,
      level,
      policy,
      sentAt: now,
      deadline: now + timeoutOf(policy, step.timeoutUs),
      cancelAt: step.cancelAfterMs === undefined ? Infinity : now + step.cancelAfterMs * MS,
      answers: 0,
      error: undefined,
      settledAt: -1,
      dispatchedAt: -1,
    };
    sent.push(entry);
    const abort = new AbortController();
    if (entry.cancelAt < Infinity) {
      clock.setTimer(entry.cancelAt - now, () => abort.abort());
    }
    const values = Array.from({ length: items * step.width }, () => value);
    const respond = () => {
      entry.answers += 1;
      entry.settledAt = clock.now();
    };
    arriving = entry;
    version
      .inferStream(
        inferRequest({
          inputs: [floats("INPUT0", [items, step.width], values)],
          parameters: { priority: step.priority, timeout: step.timeoutUs },
          signal: abort.signal,
        }),
        respond,
      )
      .then(
        () => delivered.push(index),
        (error: unknown) => {
          entry.answers += 1;
          entry.error = StatusError.from(error);
          entry.settledAt = clock.now();
          if (entry.error.code === "INTERNAL") delivered.push(index);
        },
      );
    arriving = undefined;
  };
  return { clock, version, pool, batches, sent, delivered, broken, send, waiting, batching };
}

function timeoutOf(policy: QueuePolicy | undefined, requestedUs: number): number {
  const byDefault = policy?.default_timeout_microseconds ?? 0;
  if (policy === undefined || byDefault === 0) return Infinity;
  const shorter = policy.allow_timeout_override && requestedUs > 0 && requestedUs < byDefault;
  return (shorter ? requestedUs : byDefault) * 1000;
}

/** The order in which requests are served: level, delayed last, first in first out. */
function rank(request: Sent, now: number): readonly number[] {
  const delayed = request.policy?.timeout_action === "DELAY" && request.deadline <= now;
  return [request.level, delayed ? 1 : 0, delayed ? request.deadline : 0, request.index];
}

function isBehind(a: Sent, b: Sent, now: number): boolean {
  const [x, y] = [rank(a, now), rank(b, now)];
  const differs = x.findIndex((value, i) => value !== y[i]);
  return (x[differs] ?? 0) > (y[differs] ?? 0);
}

/** [B2] [Q2] [Q5] Whoever leaves is ahead of whoever stays, and nobody leaves after its timeout. */
function checkOrder(leaving: readonly Sent[], queue: readonly Sent[], now: number): void {
  const staying = queue.filter((request) => !leaving.includes(request));
  for (const one of leaving) {
    if (one.policy?.timeout_action === "REJECT") expect(one.deadline).toBeGreaterThan(now);
    for (const other of staying) expect(isBehind(other, one, now)).toBe(true);
  }
}

describe("random traffic through scheduler, cache and statistics", () => {
  it("[B2] [B4] [B6] [B11] [Q1] [Q2] [Q3] [Q5] every request gets one answer and every counter adds up", async () => {
    await fc.assert(
      fc.asyncProperty(setups, traffic, runs, async (setup, steps, plan) => {
        const { clock, version, pool, batches, sent, delivered, broken, send, waiting, batching } =
          await lab(setup, plan);
        /** What has to hold between any two events. */
        const check = () => {
          const now = clock.now();
          const queue = setup.cached ? [] : waiting();
          if (!pool.idle || queue.length === 0) return;
          const oldest = Math.min(...queue.map(({ sentAt }) => sentAt));
          expect(now - oldest).toBeLessThan((batching ? setup.delayMs : 0) * MS);
        };
        for (const step of steps) {
          for (let ms = 0; ms < step.afterMs; ms++) {
            await clock.advance(MS);
            check();
          }
          send(step);
        }
        for (let ms = 0; ms < 2000 && sent.some(({ settledAt }) => settledAt < 0); ms++) {
          await clock.advance(MS);
          check();
        }
        await clock.advance(2000 * MS);
        expect(broken).toEqual([]);

        const { queued, handedOver, executing, queueDepths, cacheLedger, failures, refused } =
          version.telemetry();
        expect([queued, handedOver, executing]).toEqual([0, 0, 0]);
        expect(queueDepths.every((depth) => depth.queued + depth.delayed === 0)).toBe(true);

        const codes = { UNAVAILABLE: 0, CANCELLED: 0, INTERNAL: 0 } as Record<string, number>;
        for (const { answers, error, settledAt, sentAt, deadline, cancelAt } of sent) {
          expect(answers).toBe(1);
          if (error === undefined) continue;
          codes[error.code] = (codes[error.code] ?? 0) + 1;
          if (error.message === "Request timeout expired") expect(settledAt).toBe(deadline);
          else if (error.code === "UNAVAILABLE") {
            expect(error.message).toBe("[request id: <id_unknown>] Exceeds maximum queue size");
            if (!setup.cached) expect(settledAt).toBe(sentAt);
          }
          if (error.code === "CANCELLED") expect(settledAt).toBe(cancelAt);
        }
        const { inference_count, execution_count, inference_stats } = version.statistics.snapshot(
          "m",
          "1",
        );
        const { success, fail, cache_hit, cache_miss } = inference_stats;
        expect(success.count + fail.count).toBe(sent.length);
        expect(success.count).toBe(sent.filter(({ error }) => error === undefined).length);
        expect(failures).toEqual({
          REJECTED: codes["UNAVAILABLE"],
          CANCELED: codes["CANCELLED"],
          BACKEND: codes["INTERNAL"],
          OTHER: 0,
        });
        expect(refused).toBeLessThanOrEqual(failures.REJECTED);
        const executed = batches.filter(({ failed }) => !failed);
        expect(execution_count).toBe(executed.length);
        expect(inference_count).toBe(executed.reduce((sum, { items }) => sum + items, 0));
        expect(cacheLedger.lookups).toBe(setup.cached ? sent.length : 0);
        expect(cacheLedger.lookups).toBe(cacheLedger.hits + cacheLedger.misses);
        expect(cache_hit.count).toBe(cacheLedger.hits);
        expect(cache_miss.count).toBeLessThanOrEqual(cacheLedger.misses);
        if (batching?.preserve_ordering) {
          expect(delivered).toEqual(delivered.toSorted((a, b) => a - b));
        }
        await version.drain();
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
