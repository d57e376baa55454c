import { beforeEach, expect, test } from "vitest";
import type { BatchEvent, DispatchReason } from "../../../engine/types.ts";
import { type BatchFrame, batchFrame } from "../../contract/index.ts";
import type { BatchSink, EngineInsight } from "../../servers/insight.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { BatchWatch } from "./batch-watch.ts";
import { FakeServer } from "../testing/fake-server.ts";

/** The engine's side: the watchers and what they receive. */
class FakeInsight implements Partial<EngineInsight> {
  readonly sinks = new Map<BatchSink, string>();
  opened = 0;

  watchBatches(model: string, sink: BatchSink): Disposable {
    this.opened += 1;
    this.sinks.set(sink, model);
    return { [Symbol.dispose]: () => this.sinks.delete(sink) };
  }

  emit(batches: BatchEvent[], dropped = 0): void {
    for (const sink of this.sinks.keys()) sink.batches(batches, dropped);
  }
}

function batch(atMs: number, reason: DispatchReason = "idle", items = 1): BatchEvent {
  return {
    model: "m",
    version: "1",
    instance: "m_0_0",
    atNs: atMs * 1e6,
    requests: items,
    items,
    reason,
    oldestWaitNs: 2e6,
    meanWaitNs: 1e6,
    computeInputNs: 1e5,
    computeInferNs: 3e6,
    computeOutputNs: 2e5,
    failed: false,
    onServingThread: true,
  };
}

let server: FakeServer;
let clock: ManualClock;
let insight: FakeInsight;
let watch: BatchWatch;
let frames: BatchFrame[];

beforeEach(() => {
  server = new FakeServer();
  clock = new ManualClock();
  insight = new FakeInsight();
  server.insight = insight as unknown as EngineInsight;
  server.snapshot = { engineId: "run1", uptimeNs: 5e9, models: [] };
  watch = new BatchWatch(server, "m", clock);
  frames = [];
});

const listen = () => watch.add((frame) => frames.push(frame));

test("streams from the engine only while there are listeners, once for all of them", async () => {
  expect(insight.opened).toBe(0);
  const first = listen();
  const second = listen();
  await clock.advance(0);
  expect([...insight.sinks.values()]).toEqual(["m"]);
  first[Symbol.dispose]();
  expect(insight.sinks.size).toBe(1);
  second[Symbol.dispose]();
  expect(insight.sinks.size).toBe(0);
  expect(watch.watched).toBe(false);
  expect(clock.waiting).toBe(0);
});

test("leaves no stream behind when a listener leaves before the engine has responded", async () => {
  const gate = Promise.withResolvers<void>();
  server.gate = gate.promise;
  const listening = listen();
  listening[Symbol.dispose]();
  gate.resolve();
  await clock.advance(0);
  expect(insight.opened).toBe(0);
});

test("sends frames without a gap and places batches by the engine's own clock", async () => {
  using _listening = listen();
  await clock.advance(0);
  const opened = clock.now();
  insight.emit([batch(5100)]);
  await clock.advance(250);
  await clock.advance(250);
  const [frame, empty] = frames;
  expect(batchFrame.parse(frame)).toEqual(frame);
  expect(frame).toMatchObject({ from: opened, to: opened + 250, dropped: 0, problem: null });
  // The engine had run for 5 s when it was polled.
  expect(frame?.batches).toEqual([
    {
      version: "1",
      instance: "m_0_0",
      at: opened + 100,
      requests: 1,
      items: 1,
      reason: "idle",
      oldestWaitMs: 2,
      meanWaitMs: 1,
      inputMs: 0.1,
      inferMs: 3,
      outputMs: 0.2,
      failed: false,
      onServingThread: true,
    },
  ]);
  expect(empty).toMatchObject({ from: opened + 250, to: opened + 500, batches: [], reasons: [] });
});

test("counts more batches than a screen shows by reason without listing them", async () => {
  using _listening = listen();
  await clock.advance(0);
  insight.emit(Array.from({ length: 700 }, (_, i) => batch(5000 + i, "full", 8)));
  insight.emit([batch(5900, "delay", 2)], 30);
  await clock.advance(250);
  expect(frames[0]?.batches).toHaveLength(500);
  expect(frames[0]).toMatchObject({
    dropped: 30,
    reasons: [
      { reason: "full", batches: 700, requests: 5600, items: 5600, oldestWaitMs: 1400 },
      { reason: "delay", batches: 1, requests: 2, items: 2, oldestWaitMs: 2 },
    ],
  });
});

test("reports a stream that ends and opens it again", async () => {
  using _listening = listen();
  await clock.advance(0);
  for (const sink of insight.sinks.keys()) sink.ended(new Error("The server went away."));
  await clock.advance(250);
  expect(frames.at(-1)?.problem).toBe("The server went away.");
  await clock.advance(1000);
  await clock.advance(250);
  expect(insight.opened).toBe(2);
  expect(frames.at(-1)?.problem).toBeNull();
});

test("explains that a server is not a Batchdeck engine", async () => {
  server.insight = null;
  using _listening = listen();
  await clock.advance(0);
  await clock.advance(250);
  expect(frames[0]?.problem).toBe("FAKE doesn't report its batches.");
});
