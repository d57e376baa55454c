import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HostEvents } from "../../events/index.ts";
import { toObservation } from "../../servers/kinds/triton/to-observation.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import type { FigureId, SeriesInterval } from "../../contract/index.ts";
import { History } from "../history/history.ts";
import { Observers } from "../polling/observers.ts";
import { observedHandlers } from "../observed-handlers.ts";
import { joinedRows } from "./joined-rows.ts";
import { snapshot, statistics, telemetry } from "../testing/answers.ts";
import { FakeDirectory, FakeServer } from "../testing/fake-server.ts";

const START = 1_700_000_000_000;

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-model-series-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

/** Two requests assigned to instances, and four by priority level, one of which is delayed. */
const QUEUED = {
  queued: 6,
  handedOver: 2,
  queueDepths: [
    { level: 1, queued: 1, delayed: 0 },
    { level: 2, queued: 3, delayed: 1 },
  ],
};

/**
 * A console over the directory, from `at`. The server answers ten more requests of 100 µs in batches of two each
 * second, and each further version ten more than the one before.
 */
async function openConsole(at: number, versions: readonly string[] = ["1"]) {
  const clock = new ManualClock(at);
  const server = new FakeServer();
  const requests = () => Math.round((clock.now() - START) / 100);
  server.answer = async () => {
    const latencies = Array.from({ length: requests() }, () => 100);
    const answers = {
      index: versions.map((version) => ({ name: "m", version, state: "READY" as const })),
      statistics: versions.map((version, at) =>
        statistics("m", requests() * (at + 1), { version, batch: 2 }),
      ),
      snapshot: snapshot(
        versions.map((version) => telemetry("m", latencies, { ...QUEUED, version })),
      ),
    };
    return toObservation(answers, null);
  };
  const servers = new FakeDirectory([server]);
  const observers = new Observers({ servers, clock });
  const watching = observers.of("fake").watch();
  const history = new History({ directory, clock, events: new HostEvents() });
  observers.onSeen(({ observer, seen }) => {
    if (seen.live) history.add(observer.server.id, seen.t, seen.delta);
  });
  const pins = { of: () => [], set: () => {} };
  const { requests: handlers, topics } = observedHandlers({
    observers,
    readRows: joinedRows(history),
    pins,
    recall: () => null,
  });
  await clock.advance(0);
  return {
    run: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) await clock.advance(1000);
    },
    series: (figures: readonly FigureId[], maxPoints: number, version?: string) => {
      const span = { from: START - 1, to: clock.now() };
      const keys = figures.map((figure) => ({
        kind: "figure" as const,
        figure,
        model: "m",
        version,
      }));
      const wanted = { serverId: "fake", keys, ...span, maxPoints };
      return handlers["observed.series"](wanted, new AbortController().signal);
    },
    listen: (figures: readonly FigureId[]) => {
      const keys = figures.map((figure) => ({ kind: "figure" as const, figure, model: "m" }));
      const events: SeriesInterval[][] = [];
      topics["observed.intervals"](
        { serverId: "fake", keys },
        { event: (event) => events.push(event), error: () => {} },
      );
      return events;
    },
    close: async () => {
      watching[Symbol.dispose]();
      observers[Symbol.dispose]();
      await history.close();
    },
  };
}

const FIGURES = {
  requestsPerSecond: 10,
  inferencesPerSecond: 10,
  executionsPerSecond: 5,
  failuresPerSecond: 0,
  queueFullPerSecond: 0,
  meanBatch: 2,
  queueMs: 1,
  computeMs: 2,
  latencyP50Ms: 0.1,
  latencyP99Ms: 0.1,
  waiting: 6,
  handedOver: 2,
  delayed: 1,
  running: 0,
} as const;
const IDS = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

test("[TEL-3] charts begin with what was seen before the host started", async () => {
  const first = await openConsole(START);
  await first.run(60);
  const seen = await first.series(IDS, 300);
  expect(seen.filter(({ values: [requests] }) => (requests?.value ?? null) !== null)).toHaveLength(
    60,
  );
  await first.close();

  const second = await openConsole(START + 120_000);
  await second.run(20);
  const intervals = await second.series(IDS, 300);
  const known = intervals.filter(
    ({ from, t, values: [each] }) => t > from && (each?.value ?? null) !== null,
  );
  const before = known.filter(({ t }) => t <= START + 70_000);
  expect(before.length).toBeGreaterThanOrEqual(6);
  expect(before.reduce((sum, { from, t }) => sum + (t - from), 0)).toBeCloseTo(60_000, 0);
  const place = (figure: keyof typeof FIGURES) => IDS.indexOf(figure);
  for (const { from, t, values } of before) {
    IDS.forEach((figure, index) =>
      expect(values[index]?.value, figure).toBeCloseTo(FIGURES[figure]),
    );
    expect(values[place("executionsPerSecond")]?.by).toEqual([[2, (5 * (t - from)) / 1000]]);
    expect(values[place("waiting")]?.by).toEqual([
      [1, 1],
      [2, 2],
    ]);
  }
  const after = known.filter(({ t }) => t > START + 120_000);
  expect(after).toHaveLength(20);
  const times = intervals.map(({ t }) => t);
  expect(times).toEqual(times.toSorted((a, b) => a - b));

  const few = await second.series(IDS, 10);
  expect(few.length).toBeLessThanOrEqual(10);
  const executions = few.flatMap(({ values }) => values[place("executionsPerSecond")]?.by ?? []);
  expect(executions.reduce((sum, [, count]) => sum + count, 0)).toBeCloseTo(80 * 5, 0);
  await second.close();
});

test("[TEL-4] a figure has the same series whatever is requested with it", async () => {
  const host = await openConsole(START);
  await host.run(40);
  for (const maxPoints of [300, 7]) {
    const together = await host.series(IDS, maxPoints);
    for (const [index, figure] of IDS.entries()) {
      const alone = await host.series([figure], maxPoints);
      expect(alone.map(({ from, t, values: [value] }) => ({ from, t, value }))).toEqual(
        together.map(({ from, t, values }) => ({ from, t, value: values[index] })),
      );
    }
  }
  await host.close();
});

test("[TEL-4] new intervals continue a series", async () => {
  const host = await openConsole(START);
  const events = host.listen(IDS);
  await host.run(5);
  const asked = await host.series(IDS, 300);
  const live = events.flat();
  expect(live.map(({ t }) => t)).toEqual(asked.map(({ t }) => t));
  const rounded = (intervals: readonly SeriesInterval[]) =>
    intervals.map(({ values }) =>
      values.map(({ value, by }) => [value === null ? null : Math.round(value * 1e4) / 1e4, by]),
    );
  expect(rounded(live)).toEqual(rounded(asked));
  await host.close();
});

test("[TEL-5] versions that serve together are separate series, in memory and on disk", async () => {
  const first = await openConsole(START, ["1", "2"]);
  await first.run(30);
  await first.close();
  const host = await openConsole(START + 40_000, ["1", "2"]);
  await host.run(10);
  const figures = ["requestsPerSecond", "latencyP50Ms", "meanBatch"] as const;
  const values = async (version?: string) => {
    const [whole] = await host.series(figures, 1, version);
    return whole?.values.map(({ value }) => value && Math.round(value * 100) / 100);
  };
  expect(await values("1")).toEqual([10, 0.1, 2]);
  expect(await values("2")).toEqual([20, 0.1, 2]);
  expect(await values()).toEqual([30, 0.1, 2]);
  expect(await values("3")).toBeUndefined();
  await host.close();
});

test("[TEL-5] a version that serves alone counts as the model itself", async () => {
  const host = await openConsole(START);
  await host.run(5);
  expect(await host.series(["requestsPerSecond"], 300, "1")).toEqual([]);
  await host.close();
});
