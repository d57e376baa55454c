import { expect, test } from "vitest";
import type { TraceRecord } from "../../../engine/types.ts";
import type { Trace } from "../../contract/index.ts";
import type { EngineInsight } from "../../servers/insight.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { FakeServer } from "../testing/fake-server.ts";
import { watchTraces } from "./trace-watch.ts";

const record = (id: number): TraceRecord => ({
  id,
  parentId: 0,
  modelName: "m",
  modelVersion: "1",
  requestId: "",
  startedAtMs: 1000 + id,
  stamps: [{ point: "REQUEST_START", atNs: 5 }],
  instance: "m_0_0",
  batchSize: 1,
  cacheHit: false,
  error: "",
});

test("sends all stored traces first, then each new one once, and after a restart all of the new run", async () => {
  const server = new FakeServer();
  const clock = new ManualClock();
  let kept = [record(1), record(2)];
  const asked: number[] = [];
  server.insight = {
    traces: async (afterId: number) => {
      asked.push(afterId);
      return kept.filter(({ id }) => id > afterId);
    },
  } as EngineInsight;
  const received: Trace[][] = [];
  const watching = watchTraces(server, clock, (traces) => received.push(traces));
  await clock.advance(0);
  kept = [...kept, record(3)];
  await clock.advance(1000);
  await clock.advance(1000);
  expect(received.map((traces) => traces.map(({ id }) => id))).toEqual([[], [1, 2], [3]]);
  expect(asked).toEqual([0, 2, 3]);

  server.snapshot = { engineId: "run2", uptimeNs: 0, models: [] };
  kept = [record(1)];
  await clock.advance(1000);
  expect(received.at(-1)?.map(({ id }) => id)).toEqual([1]);

  server.down = true;
  await clock.advance(1000);
  server.down = false;
  kept = [...kept, record(2)];
  await clock.advance(1000);
  expect(received.at(-1)?.map(({ id }) => id)).toEqual([2]);

  watching[Symbol.dispose]();
  expect(clock.waiting).toBe(0);
});
