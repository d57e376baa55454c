import { expect, it } from "vitest";
import type { BatchEvent } from "../../engine/types.ts";
import { statistics } from "../lab/testing/fake-server.ts";
import type { BatchSink, EngineInsight } from "../servers/insight.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { ExecutionLog, type LoggedExecutions } from "./execution-log.ts";
import { ExecutionLogs } from "./execution-logs.ts";

/** A reading of the statistics at `at`: executions of batches of `size`, each 3 ms. */
function reading(at: number, count: number, { size = 4, loadId = "a", model = "ranker" } = {}) {
  const part = { count, ns: count * 1e6 };
  const stats = statistics(count * size, {
    execution_count: count,
    batch_stats: [
      { batch_size: size, compute_input: part, compute_infer: part, compute_output: part },
    ],
  });
  return { at, versions: new Map([["1", { model, loadId, statistics: stats }]]) };
}

it("[WHATIF-7] counts executions between two readings, by size and busy instances", () => {
  const log = new ExecutionLog("ranker");
  log.add({ before: null, now: reading(0, 100) }, 1);
  expect(log.samples).toEqual([]);
  log.add({ before: reading(0, 100), now: reading(1000, 130) }, 1);
  // 600 times 3 ms in one second.
  log.add({ before: reading(1000, 130), now: reading(2000, 730) }, 2);
  expect(log.samples).toEqual([
    { size: 4, busy: 1, count: 30, ns: 3e6 },
    { size: 4, busy: 2, count: 600, ns: 3e6 },
  ]);
  expect(log.instances).toEqual([1, 2]);
});

it("[WHATIF-7] keeps them across a reload and skips the first executions after it", () => {
  const log = new ExecutionLog("ranker");
  log.add({ before: reading(0, 100), now: reading(1000, 130) }, 1);
  const again = (at: number, count: number) => reading(at, count, { loadId: "b", size: 8 });
  log.add({ before: reading(1000, 130), now: again(2000, 40) }, 1);
  expect(log.samples).toHaveLength(1);
  log.add({ before: again(2000, 40), now: again(3000, 90) }, 2);
  expect(log.samples).toContainEqual({ size: 8, busy: 1, count: 50, ns: 3e6 });
});

it("[WHATIF-7] waits for the new configuration without a load id", () => {
  const log = new ExecutionLog("ranker");
  const at = (time: number, count: number) => reading(time, count, { loadId: "" });
  log.add({ before: at(0, 100), now: at(1000, 10) }, 1);
  log.add({ before: at(1000, 10), now: at(2000, 40) }, 1);
  expect(log.samples).toEqual([]);
  log.add({ before: at(40_000, 40), now: at(41_000, 70) }, 2);
  expect(log.samples).toEqual([{ size: 4, busy: 1, count: 30, ns: 3e6 }]);
});

it("[WHATIF-7] counts nothing for other models or while the configuration is unknown", () => {
  const log = new ExecutionLog("mlp");
  log.add({ before: reading(0, 100), now: reading(1000, 130) }, 1);
  expect(log.samples).toEqual([]);
  const ranker = new ExecutionLog("ranker");
  ranker.add({ before: reading(0, 100), now: reading(1000, 130) }, null);
  expect(ranker.samples).toEqual([]);
});

type Answers = Parameters<ExecutionLog["add"]>[0];

/** Logs of servers that answer as `answer` says, and the executions that they keep. */
function logsFor(kept = new Map<string, LoggedExecutions>()) {
  const listeners = new Set<(answers: Answers) => void>();
  const clock = new ManualClock();
  const logs = new ExecutionLogs({
    clock,
    store: {
      get: (server, model) => kept.get(`${server} ${model}`) ?? null,
      put: (server, model, { samples, instances, variation }) =>
        void kept.set(`${server} ${model}`, { samples, instances, variation }),
    },
    keptAs: (id) => id,
    getSampler: () => ({
      onAnswer: (listener) => {
        listeners.add(listener);
        return { [Symbol.dispose]: () => void listeners.delete(listener) };
      },
      config: () => ({ instance_group: [{ count: 3 }] }),
    }),
  });
  const answer = (answers: Answers) => {
    for (const listener of listeners) listener(answers);
  };
  return { logs, clock, kept, listeners, answer };
}

const server = { id: "a", insight: null };
const grown: Answers = { before: reading(0, 100), now: reading(1000, 130) };
const SAMPLE = { size: 4, busy: 1, count: 30, ns: 3e6 };

it("[WHATIF-7] logs a model after the first question, for the last fifty models", () => {
  const { logs, listeners, answer } = logsFor();
  using _ = logs;
  expect(logs.of(server, "ranker").log.samples).toEqual([]);
  answer(grown);
  expect(logs.of(server, "ranker").log.samples).toEqual([SAMPLE]);
  for (let i = 0; i < 50; i++) logs.of(server, `other ${i}`);
  expect(listeners.size).toBe(50);
});

it("[WHATIF-9] saves logs each minute, and when they end", async () => {
  const { logs, clock, kept, answer } = logsFor();
  logs.of(server, "ranker");
  answer(grown);
  expect(kept.size).toBe(0);
  await clock.advance(60_000);
  expect(kept.get("a ranker")?.samples).toEqual([SAMPLE]);
  kept.clear();
  await clock.advance(60_000);
  expect(kept.size).toBe(0);
  answer(grown);
  logs[Symbol.dispose]();
  expect(kept.get("a ranker")?.samples).toEqual([{ ...SAMPLE, count: 60 }]);
  using again = logsFor(kept).logs;
  expect(again.of(server, "ranker").log.samples).toEqual([{ ...SAMPLE, count: 60 }]);
});

it("[WHATIF-11] collects single batches for two seconds, at most once a minute", async () => {
  const { logs, clock } = logsFor();
  using _ = logs;
  const sinks = new Set<BatchSink>();
  let watches = 0;
  const insight = {
    watchBatches: (_model: string, sink: BatchSink) => {
      watches += 1;
      sinks.add(sink);
      return { [Symbol.dispose]: () => void sinks.delete(sink) };
    },
  } as unknown as EngineInsight;
  const own = { id: "embedded", insight };
  expect(logs.of(own, "ranker").isCollecting).toBe(true);
  const event = (i: number) =>
    ({
      items: 4,
      failed: i === 0,
      computeInputNs: 0,
      computeInferNs: i % 2 === 0 ? 2e6 : 3e6,
      computeOutputNs: 0,
    }) as BatchEvent;
  for (const sink of sinks)
    sink.batches(
      Array.from({ length: 61 }, (_each, i) => event(i)),
      0,
    );
  expect(logs.of(own, "ranker").log.variation).toBeGreaterThan(0.1);
  // [WHATIF-12] In the order in which they ran, without the failed one.
  const [four] = logs.find("embedded", "ranker")?.factors ?? [];
  expect(four).toMatchObject({ size: 4, factors: expect.objectContaining({ length: 60 }) });
  expect(four?.factors[0]).toBeCloseTo(1.2, 6);
  expect(four?.factors[1]).toBeCloseTo(0.8, 6);
  expect(logs.find("embedded", "mlp")).toBeUndefined();
  await clock.advance(2000);
  expect(logs.of(own, "ranker").isCollecting).toBe(false);
  expect([watches, sinks.size]).toEqual([1, 0]);
  await clock.advance(60_000);
  expect(logs.of(own, "ranker").isCollecting).toBe(true);
});
