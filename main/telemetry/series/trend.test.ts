import { expect, test } from "vitest";
import type { TrendInterval } from "../../contract/index.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { observedHandlers } from "../observed-handlers.ts";
import { Observers } from "../polling/observers.ts";
import { FakeDirectory, FakeServer, requests, waiting } from "../testing/fake-server.ts";

test("[OBSERVE-26] a page gets the last minute of every model, and then each new interval", async () => {
  const clock = new ManualClock(1_700_000_000_000);
  const server = new FakeServer();
  using observers = new Observers({ servers: new FakeDirectory([server]), clock });
  using _watching = observers.of("fake").watch();
  const { topics } = observedHandlers({
    observers,
    readRows: async () => [],
    pins: { of: () => [], set: () => {} },
    recall: () => null,
  });
  const answer = async (...figures: Parameters<FakeServer["reports"]>[0]) => {
    server.reports(figures);
    await clock.advance(1000);
  };
  await answer(requests(0, "a"), waiting(4, "a"));
  for (let second = 1; second <= 90; second++)
    await answer(requests(second * 10, "a"), requests(second * 2, "b"), waiting(4, "a"));

  const events: TrendInterval[][] = [];
  const trend = { serverId: "fake", figure: "requestsPerSecond" as const };
  topics["observed.trend"](trend, { event: (event) => events.push(event), error: () => {} });
  const [first = []] = events;
  const now = clock.now();
  expect(first.length).toBeGreaterThan(55);
  expect(first.length).toBeLessThanOrEqual(60);
  expect(first[0]?.t).toBeGreaterThanOrEqual(now - 60_000);
  expect(first.at(-1)).toEqual({
    t: now,
    values: [
      ["a", 10],
      ["b", 2],
    ],
  });

  await answer(requests(907, "a"), waiting(4, "a"));
  expect(events.slice(1)).toEqual([[{ t: clock.now(), values: [["a", 7]] }]]);
  server.answer = async () => {
    throw new Error("It is down.");
  };
  await clock.advance(1000);
  expect(events).toHaveLength(2);
});

test("[OBSERVE-26] before the first response there is nothing", () => {
  const clock = new ManualClock(0);
  using observers = new Observers({ servers: new FakeDirectory([new FakeServer()]), clock });
  const { topics } = observedHandlers({
    observers,
    readRows: async () => [],
    pins: { of: () => [], set: () => {} },
    recall: () => null,
  });
  const events: TrendInterval[][] = [];
  const trend = { serverId: "fake", figure: "requestsPerSecond" as const };
  topics["observed.trend"](trend, { event: (event) => events.push(event), error: () => {} });
  expect(events).toEqual([[]]);
});
