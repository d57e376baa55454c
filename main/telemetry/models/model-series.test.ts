import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HostEvents } from "../../events/index.ts";
import { observationOf } from "../../servers/kinds/triton/observation-of.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { telemetryDomain } from "../domain.ts";
import { History } from "../history/history.ts";
import { Observers } from "../polling/observers.ts";
import { snapshot, statistics, telemetry } from "../testing/answers.ts";
import { FakeDirectory, FakeServer } from "../testing/fake-server.ts";
import { Samplers } from "./samplers.ts";

const START = 1_700_000_000_000;

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-model-series-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

/** A console over the directory, from `at`. The server answers ten more requests of 100 µs in batches of two each second. */
async function openConsole(at: number) {
  const clock = new ManualClock(at);
  const server = new FakeServer();
  const requests = () => Math.round((clock.now() - START) / 100);
  server.answer = async () => {
    const latencies = Array.from({ length: requests() }, () => 100);
    const answers = {
      index: [{ name: "m", version: "1", state: "READY" as const }],
      statistics: [statistics("m", requests(), { batch: 2 })],
      snapshot: snapshot([telemetry("m", latencies, { queued: 3 })]),
    };
    return observationOf(answers, null);
  };
  const servers = new FakeDirectory([server]);
  const observers = new Observers({ servers, clock });
  const samplers = new Samplers({ servers, observers, clock });
  const history = new History({ directory, clock, events: new HostEvents() });
  observers.onSeen(({ observer, seen }) => {
    if (seen.live) history.add(observer.server.id, seen.t, seen.delta);
  });
  const { requests: handlers } = telemetryDomain({
    servers,
    samplerOf: (id) => samplers.of(id),
    past: history,
    clock,
  });
  await clock.advance(0);
  return {
    run: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) await clock.advance(1000);
    },
    series: (maxPoints: number) => {
      const span = { from: START - 1, to: clock.now() };
      const wanted = { serverId: "fake", model: "m", ...span, maxPoints };
      return handlers["telemetry.series"](wanted, new AbortController().signal);
    },
    close: async () => {
      samplers[Symbol.dispose]();
      observers[Symbol.dispose]();
      await history.close();
    },
  };
}

test("[TEL-3] a model's charts begin with what was seen before the host started", async () => {
  const first = await openConsole(START);
  await first.run(60);
  const seen = await first.series(300);
  expect(seen).toHaveLength(60);
  await first.close();

  const second = await openConsole(START + 120_000);
  await second.run(20);
  const samples = await second.series(300);
  const before = samples.filter(({ t }) => t <= START + 70_000);
  expect(before.length).toBeGreaterThanOrEqual(6);
  expect(before.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(60, 3);
  for (const sample of before)
    expect(sample).toMatchObject({
      requestsPerSecond: 10,
      inferencesPerSecond: 10,
      executionsPerSecond: 5,
      failuresPerSecond: 0,
      meanBatch: 2,
      queueMs: 1,
      computeMs: 2,
      p50Ms: 0.1,
      p99Ms: 0.1,
      queueDepth: 3,
      executing: 0,
      depths: [{ level: 0, queued: 3, delayed: 0 }],
      batches: [],
    });
  const after = samples.filter(({ t }) => t > START + 120_000);
  expect(after).toHaveLength(20);
  expect(samples.map(({ t }) => t)).toEqual(samples.map(({ t }) => t).toSorted((a, b) => a - b));

  const few = await second.series(10);
  expect(few.length).toBeLessThanOrEqual(10);
  expect(few.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(80, 3);
  await second.close();
});
