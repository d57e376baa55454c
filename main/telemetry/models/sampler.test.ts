import { afterEach, beforeEach, expect, test } from "vitest";
import { type FigureId, modelState, overviewFrame } from "../../contract/index.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { Sampler } from "./sampler.ts";
import { toSeries } from "../series/series.ts";
import { snapshot, statistics, telemetry } from "../testing/answers.ts";
import { Observers } from "../polling/observers.ts";
import { FakeDirectory, FakeServer } from "../testing/fake-server.ts";

let server: FakeServer;
let clock: ManualClock;
let observers: Observers;
let sampler: Sampler;

function answered(requests: number, loadId = "a"): void {
  server.index = [
    { name: "m", version: "1", state: "READY" },
    { name: "broken", version: "1", state: "UNAVAILABLE", reason: "no such file" },
    { name: "asleep" },
  ];
  server.stats = [statistics("m", requests)];
  server.snapshot = snapshot([
    telemetry(
      "m",
      Array.from({ length: requests }, () => 100),
      { loadId, queued: 3 },
    ),
  ]);
}

beforeEach(async () => {
  server = new FakeServer();
  clock = new ManualClock();
  answered(0);
  server.config = { max_batch_size: 8, dynamic_batching: {}, response_cache: { enable: true } };
  observers = new Observers({ servers: new FakeDirectory([server]), clock });
  sampler = new Sampler(observers.of("fake"), clock);
  await clock.advance(0);
});

/** The requests per second of "m", as charts have them. */
function requestRates(maxPoints = 300) {
  const { recent } = observers.of("fake");
  const name = { figure: "requestsPerSecond", model: "m" } as const;
  return toSeries(recent.between(0, clock.now()), [name], maxPoints).map(({ from, t, values }) => ({
    t,
    seconds: (t - from) / 1000,
    value: values[0]?.value ?? null,
  }));
}

afterEach(() => {
  sampler[Symbol.dispose]();
  observers[Symbol.dispose]();
});

test("shows every model of the repository in a frame", async () => {
  answered(50);
  await clock.advance(1000);
  const { frame } = sampler;
  expect(overviewFrame.parse(frame)).toEqual(frame);
  expect(frame).toMatchObject({ live: true, serverId: "fake" });
  expect(frame.models.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ["asleep", "UNLOADED", null],
    ["broken", "UNAVAILABLE", "no such file"],
    ["m", "READY", null],
  ]);
  expect(frame.models[2]).toMatchObject({
    versions: ["1"],
    dynamicBatching: true,
    responseCache: true,
    maxBatchSize: 8,
  });
});

/** A figure of "m" over the last minute. */
const figureNow = (figure: FigureId) =>
  observers
    .of("fake")
    .latest()
    ?.frame.figures.find((each) => each.model === "m" && each.figure === figure)?.value;

test("[TEL-1] counts failures in the last minute and since the load", async () => {
  const failing = (succeeded: number, failed: number) => {
    answered(succeeded);
    server.snapshot = snapshot([
      telemetry("m", [], {
        loadId: "a",
        failures: { REJECTED: 0, CANCELED: 0, BACKEND: failed, OTHER: 0 },
      }),
    ]);
  };
  const sinceLoad = (model = "m") =>
    sampler.frame.models.find(({ name }) => name === model)?.sinceLoad;
  const rates = () => [figureNow("requestsPerSecond"), figureNow("failuresPerSecond")];
  expect(rates()).toEqual([null, null]);
  expect(sinceLoad()).toEqual({ succeeded: 0, failed: 0 });
  failing(30, 10);
  await clock.advance(1000);
  expect(rates()).toEqual([30, 10]);
  expect(sinceLoad()).toEqual({ succeeded: 30, failed: 10 });
  for (let second = 0; second < 66; second++) await clock.advance(1000);
  expect(rates()).toEqual([0, 0]);
  expect(sinceLoad()).toEqual({ succeeded: 30, failed: 10 });
  const seconds = observers.of("fake").latest()?.frame.seconds;
  expect(seconds).toBeGreaterThanOrEqual(60);
  expect(seconds).toBeLessThanOrEqual(65);
  expect(sinceLoad("broken")).toBeNull();
});

test("never overlaps polls: a slow response skips ticks", async () => {
  const gate = Promise.withResolvers<void>();
  server.gate = gate.promise;
  await clock.advance(1000);
  const { asked } = server;
  await clock.advance(1000);
  await clock.advance(1000);
  expect(server.asked).toBe(asked);
  server.gate = null;
  gate.resolve();
  await clock.advance(0);
  await clock.advance(1000);
  expect(server.asked).toBe(asked + 1);
});

test("keeps the last figures, marked as old, when the server does not respond", async () => {
  answered(50);
  await clock.advance(1000);
  server.down = true;
  await clock.advance(1000);
  expect(sampler.frame).toMatchObject({ live: false, t: clock.now() });
  expect(sampler.frame.models).toHaveLength(3);
  server.down = false;
  answered(70);
  await clock.advance(1000);
  expect(requestRates().at(-1)).toEqual({ t: clock.now(), seconds: 2, value: 10 });
});

test("[TEL-2] leaves a gap for a silence of more than 5 s", async () => {
  answered(50);
  await clock.advance(1000);
  const last = requestRates().at(-1);
  server.down = true;
  for (let second = 0; second < 8; second++) await clock.advance(1000);
  server.down = false;
  answered(900);
  await clock.advance(1000);
  expect(requestRates().at(-1)).toEqual({ t: clock.now(), seconds: 0, value: null });
  answered(920);
  await clock.advance(1000);
  expect(requestRates().at(-1)).toEqual({ t: clock.now(), seconds: 1, value: 20 });
  const reported = requestRates().filter(({ value }) => value !== null);
  expect(reported.slice(-2).map(({ t }) => t)).toEqual([last?.t, clock.now()]);
});

test("requests the configuration again only when a version was reloaded", async () => {
  const asked = server.details;
  await clock.advance(1000);
  await clock.advance(1000);
  expect(server.details).toBe(asked);
  server.config = { max_batch_size: 8 };
  answered(0, "b");
  await clock.advance(1000);
  await clock.advance(1000);
  expect(server.details).toBe(asked + 1);
  expect(sampler.frame.models[2]).toMatchObject({ dynamicBatching: false, responseCache: false });
});

test("merges a series to the requested number of points", async () => {
  for (let i = 1; i <= 20; i++) {
    answered(i * 10);
    await clock.advance(1000);
  }
  const known = (maxPoints: number) => requestRates(maxPoints).filter(({ seconds }) => seconds > 0);
  expect(known(300)).toHaveLength(20);
  const few = known(5);
  expect(few.length).toBeLessThanOrEqual(5);
  expect(few.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(20);
  expect(few.every(({ value }) => value === 10)).toBe(true);
});

test("reports instances, rejections and the cache's ledger of each version", async () => {
  server.snapshot = snapshot([
    telemetry("m", [], {
      instances: [
        { name: "m_0_0", kind: "KIND_CPU", deviceId: -1, provider: "cpu", busy: false },
        { name: "m_1_0", kind: "KIND_GPU", deviceId: 0, provider: "cuda", busy: true },
      ],
      refused: 4,
      failures: { REJECTED: 5, CANCELED: 1, BACKEND: 0, OTHER: 2 },
      cached: true,
      cacheLedger: { lookups: 10, hits: 7, misses: 3, savedNs: 14e6, missCostNs: 3e6 },
      cacheClients: [{ address: "10.0.0.7", userAgent: "loop/1", lookups: 8, hits: 7 }],
    }),
  ]);
  await clock.advance(1000);
  const state = sampler.state("m");
  expect(modelState.parse(state)).toEqual(state);
  expect(state.versions).toMatchObject([
    {
      version: "1",
      refused: 4,
      failures: { rejected: 5, canceled: 1, backend: 0, other: 2 },
      instances: [
        { name: "m_0_0", provider: "cpu", deviceId: null, busy: false },
        { name: "m_1_0", provider: "cuda", deviceId: 0, busy: true },
      ],
      cache: {
        ledger: { lookups: 10, hits: 7, misses: 3, savedMs: 14, missCostMs: 3 },
        clients: [{ address: "10.0.0.7", userAgent: "loop/1", lookups: 8, hits: 7 }],
      },
    },
  ]);
  expect(sampler.state("asleep").versions).toEqual([]);
});

test("polls a server that comes back at once", async () => {
  server.down = true;
  server.listeners.emit(server.status);
  await clock.advance(1000);
  server.down = false;
  server.listeners.emit(server.status);
  await clock.advance(0);
  expect(sampler.frame.live).toBe(true);
});

test("stops watching its server when disposed", async () => {
  await clock.advance(1000);
  sampler[Symbol.dispose]();
  await clock.advance(1000);
  const { asked } = server;
  for (let second = 0; second < 10; second++) await clock.advance(1000);
  expect(server.asked).toBe(asked + 2);
  observers[Symbol.dispose]();
  await clock.advance(10_000);
  expect(server.asked).toBe(asked + 2);
  expect(clock.waiting).toBe(0);
});
