import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DataDirectory, openDataDirectory } from "../../store/index.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { LastFrames, telemetryMigrations } from "./last-frames.ts";
import type { ObservedFrame } from "../../contract/index.ts";
import { observedHandlers } from "../observed-handlers.ts";
import { Sampler } from "./sampler.ts";
import { snapshot, statistics } from "../testing/answers.ts";
import { Observers } from "../polling/observers.ts";
import { FakeDirectory, FakeServer } from "../testing/fake-server.ts";

let directory: string;
let data: DataDirectory;
let clock: ManualClock;
let server: FakeServer;
let observers: Observers | undefined;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-last-frames-"));
  data = openDataDirectory(directory, telemetryMigrations);
  clock = new ManualClock();
  server = new FakeServer();
  server.index = [{ name: "m", version: "1", state: "READY" }];
  server.stats = [statistics("m", 0)];
  server.snapshot = snapshot([]);
});

afterEach(() => {
  observers?.[Symbol.dispose]();
  data.close();
  fs.rmSync(directory, { recursive: true });
});

/** Like a console that starts. */
function startSampler(key = "fake", firstIntervalMs = 1000): Sampler {
  observers?.[Symbol.dispose]();
  observers = new Observers({ servers: new FakeDirectory([server]), clock, firstIntervalMs });
  const memory = new LastFrames(data.db, clock).memoryFor(() => key);
  return new Sampler(observers.of("fake"), clock, memory);
}

test("shows the last known frame, not live, until the server responds", async () => {
  const first = startSampler();
  await clock.advance(1000);
  const seen = first.frame;
  expect(seen).toMatchObject({ live: true, models: [{ name: "m", state: "READY" }] });
  first[Symbol.dispose]();
  const observed = () => new LastFrames(data.db, clock).memoryFor(() => "fake").recall()?.observed;
  expect(observed()).toMatchObject({ live: false, t: seen.t });
  expect(observed()?.figures).toContainEqual(
    expect.objectContaining({ figure: "requestsPerSecond", model: "m" }),
  );
  using second = startSampler();
  expect(second.frame).toMatchObject({
    live: false,
    t: seen.t,
    models: [{ name: "m", state: "READY" }],
  });
  await clock.advance(0);
  expect(second.frame.live).toBe(true);
});

test("sends pages the last known figures until the server responds", async () => {
  const first = startSampler();
  await clock.advance(1000);
  first[Symbol.dispose]();
  server.down = true;
  using _second = startSampler();
  if (!observers) throw new Error("there are no observers");
  const { topics } = observedHandlers({
    observers,
    readRows: async () => [],
    pins: { of: () => [], set: () => {} },
    recall: (key) => new LastFrames(data.db, clock).memoryFor(() => key).recall()?.observed ?? null,
  });
  const frames: ObservedFrame[] = [];
  const sink = { event: (frame: ObservedFrame) => frames.push(frame), error: () => {} };
  using _listening = topics["observed.frame"]({ serverId: "fake" }, sink);
  await clock.advance(0);
  for (const frame of frames) {
    expect(frame.live).toBe(false);
    expect(frame.figures.map(({ model }) => model)).toContain("m");
  }
  expect(frames.length).toBeGreaterThanOrEqual(2);
  server.down = false;
  await clock.advance(5000);
  expect(frames.at(-1)).toMatchObject({ live: true, t: clock.now() });
});

test("does not show another repository's last state", async () => {
  const first = startSampler("embedded /a");
  await clock.advance(1000);
  first[Symbol.dispose]();
  using second = startSampler("embedded /b");
  expect(second.frame.models).toEqual([]);
});

test("ignores an unreadable frame", () => {
  for (const frame of ["", "null", "{", '{"serverId":1}'])
    data.db.run("INSERT OR REPLACE INTO last_frames VALUES ('fake', 1, ?)", frame);
  using sampler = startSampler();
  expect(sampler.frame).toMatchObject({ live: false, models: [] });
});

test("writes frames at most every 30 s, and the newest on exit", async () => {
  const savedAt = () =>
    data.db.get<{ saved_at: number }>("SELECT saved_at FROM last_frames")?.saved_at;
  const sampler = startSampler();
  await clock.advance(0);
  const first = savedAt();
  expect(first).toBe(sampler.frame.t);
  await clock.advance(29_000);
  expect(savedAt()).toBe(first);
  await clock.advance(1000);
  expect(savedAt()).toBe(sampler.frame.t);
  await clock.advance(5000);
  sampler[Symbol.dispose]();
  expect(savedAt()).toBe(sampler.frame.t);
});

test("polls the second time sooner, so that rates show early", async () => {
  using sampler = startSampler("fake", 250);
  await clock.advance(0);
  const latest = () => observers?.of("fake").latest()?.frame;
  expect(latest()?.seconds).toBe(0);
  server.stats = [statistics("m", 50)];
  await clock.advance(250);
  expect(latest()?.seconds).toBe(0.25);
  const { t } = sampler.frame;
  await clock.advance(999);
  expect(sampler.frame.t).toBe(t);
  await clock.advance(1);
  expect(sampler.frame.t).toBe(t + 1000);
});
