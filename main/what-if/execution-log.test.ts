import { expect, it } from "vitest";
import { statistics } from "../lab/testing/fake-server.ts";
import { ExecutionLog } from "./execution-log.ts";
import { ExecutionLogs } from "./execution-logs.ts";

/** An answer at a moment: executions of batches of `size`, each 3 ms. */
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

it("[WHATIF-7] counts what ran between two answers, by size and busy instances", () => {
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

it("[WHATIF-7] keeps them over a reload, whose first executions don't count", () => {
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

it("[WHATIF-7] counts nothing of other models or while the configuration is unknown", () => {
  const log = new ExecutionLog("mlp");
  log.add({ before: reading(0, 100), now: reading(1000, 130) }, 1);
  expect(log.samples).toEqual([]);
  const ranker = new ExecutionLog("ranker");
  ranker.add({ before: reading(0, 100), now: reading(1000, 130) }, null);
  expect(ranker.samples).toEqual([]);
});

it("[WHATIF-7] logs a model from the first question on, the last fifty", () => {
  const listeners = new Set<(answers: never) => void>();
  using logs = new ExecutionLogs(() => ({
    onAnswer: (listener) => {
      listeners.add(listener as never);
      return { [Symbol.dispose]: () => void listeners.delete(listener as never) };
    },
    config: () => ({ instance_group: [{ count: 3 }] }),
  }));
  expect(logs.of("a", "ranker").samples).toEqual([]);
  const answers = { before: reading(0, 100), now: reading(1000, 130) } as never;
  for (const listener of listeners) listener(answers);
  expect(logs.of("a", "ranker").samples).toEqual([{ size: 4, busy: 1, count: 30, ns: 3e6 }]);
  for (let i = 0; i < 50; i++) logs.of("a", `other ${i}`);
  expect(listeners.size).toBe(50);
  expect(logs.of("a", "ranker").samples).toEqual([]);
});
