import { expect, it } from "vitest";
import type { Trial } from "../contract/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { sampleTrial } from "./testing/samples.ts";
import { Trials } from "./trials.ts";

const trial = (id: number, more: Partial<Trial> = {}): Trial => ({
  id,
  request: sampleTrial({ serverId: "e", name: "m" }),
  startedAt: id,
  status: { ok: true, code: "OK", message: "" },
  modelVersion: "1",
  requestBytes: 0,
  responses: [],
  responseCount: 0,
  responseBytes: 0,
  timing: null,
  split: null,
  ...more,
});

const trialsOn = (clock: ManualClock) => new Trials<Trial>(clock, ({ request }) => request.model);

it("[CLIENT-12] keeps the last 20 of a model without affecting others", () => {
  const trials = trialsOn(new ManualClock());
  trials.put(trial(1, { request: sampleTrial({ serverId: "e", name: "other" }) }));
  for (let id = 2; id < 40; id++) trials.put(trial(id));
  expect(trials.of("m").map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => i + 20));
  expect(trials.of("other")).toHaveLength(1);
});

it("[CLIENT-12] keeps 200 in all", () => {
  const trials = trialsOn(new ManualClock());
  const model = (i: number) => `m${i}`;
  for (let i = 0; i < 300; i++)
    trials.put(trial(i, { request: sampleTrial({ serverId: "e", name: model(i) }) }));
  const kept = Array.from({ length: 300 }, (_, i) => trials.of(model(i)).length);
  expect(kept.reduce((sum, each) => sum + each, 0)).toBe(200);
  expect(kept.at(-1)).toBe(1);
});

it("[CLIENT-12] reports a running request at once, then at most ten times a second, and its end at once", async () => {
  const clock = new ManualClock();
  const trials = trialsOn(clock);
  const received: number[] = [];
  using _ = trials.onChange("m", ({ responseCount }) => received.push(responseCount));
  trials.put(trial(1, { status: null }));
  for (let count = 1; count <= 5; count++)
    trials.put(trial(1, { status: null, responseCount: count }));
  expect(received).toEqual([0]);
  await clock.advance(100);
  expect(received).toEqual([0, 5]);
  trials.put(trial(1, { status: null, responseCount: 6 }));
  trials.put(trial(1, { responseCount: 7 }));
  await clock.advance(100);
  expect(received).toEqual([0, 5, 7]);
});
