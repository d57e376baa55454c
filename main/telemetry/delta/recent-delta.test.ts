import { expect, test } from "vitest";
import type { Delta } from "./delta.ts";
import { RecentDeltas, recentDelta } from "./recent-delta.ts";

const delta = (seconds: number, growth: number, waiting = 0, more: Partial<Delta> = {}): Delta => ({
  seconds,
  restarted: false,
  models: [],
  parts: [
    { form: "rate", figure: "requestsPerSecond", model: "m", source: "s", growth, seconds },
    {
      form: "gauge",
      figure: "waiting",
      model: "m",
      source: "s",
      across: "sum",
      sum: waiting,
      readings: 1,
    },
  ],
  ...more,
});

/** The rate and the reading after intervals that end at these times, s. */
function after(...all: readonly (readonly [end: number, delta: Delta])[]) {
  const recent = new RecentDeltas();
  for (const [end, each] of all) recent.add(end * 1000, each);
  const newest = all.at(-1)?.[1] ?? delta(0, 0);
  const [rate, gauge] = recentDelta(recent.deltas, newest).parts;
  return {
    perSecond: rate?.form === "rate" ? rate.growth / rate.seconds : null,
    waiting: gauge?.form === "gauge" ? gauge.sum / gauge.readings : null,
    blocks: recent.deltas.length,
  };
}

test("[OBSERVE-21] covers the last minute with rates, and takes the newest readings of gauges", () => {
  expect(after([5, delta(5, 50, 9)], [10, delta(5, 150, 2)])).toMatchObject({
    perSecond: 20,
    waiting: 2,
  });
});

test("[OBSERVE-21] drops what ended more than a minute ago", () => {
  expect(after([5, delta(5, 5000)], [66, delta(61, 61)]).perSecond).toBe(1);
});

test("[OBSERVE-21] starts a new minute with a restart", () => {
  const restart = delta(0, 0, 1, { restarted: true });
  expect(after([5, delta(5, 500)], [10, restart], [15, delta(5, 5)]).perSecond).toBe(1);
});

test("[OBSERVE-21] merges intervals of a second, so that a minute consists of few", () => {
  const seconds = Array.from({ length: 120 }, (_, at) => [at + 1, delta(1, 7)] as const);
  const { perSecond, blocks } = after(...seconds);
  expect(perSecond).toBe(7);
  expect(blocks).toBeLessThan(20);
});
