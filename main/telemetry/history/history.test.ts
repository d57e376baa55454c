import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import type { FigureId } from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import type { Delta } from "../delta/delta.ts";
import { Observers } from "../polling/observers.ts";
import type { Row } from "../series/recent.ts";
import { toSeries } from "../series/series.ts";
import { FakeDirectory, FakeServer } from "../testing/fake-server.ts";
import { SqliteDb } from "../../store/sqlite-db.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { mountSmallDisk } from "../../testing/small-disk.ts";
import { History } from "./history.ts";
import { Pins } from "./pins.ts";

const START = 1_700_000_000_000 - (1_700_000_000_000 % 300_000);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const folders: string[] = [];

function folder(): string {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-history-"));
  folders.push(made);
  return made;
}

afterEach(() => {
  for (const each of folders.splice(0)) fs.rmSync(each, { recursive: true, force: true });
});

function open(directory: string, limitBytes?: number) {
  const clock = new ManualClock(START);
  const events = new HostEvents();
  const history = new History({ directory, clock, events, ...(limitBytes && { limitBytes }) });
  return { clock, events, history };
}

const growth = (grown: number, seconds = 5, counts = [0, 0, 0]): Delta => {
  const count = counts.reduce((sum, each) => sum + each, 0);
  const reported = { model: "a", source: "x" };
  return {
    seconds,
    restarted: false,
    models: [],
    parts: [
      { ...reported, form: "rate", figure: "requestsPerSecond", growth: grown, seconds },
      {
        ...reported,
        form: "histogram",
        mean: "latencyMs",
        quantiles: { latencyP99Ms: 0.99 },
        bounds: [10, 20, Infinity],
        counts,
        sum: count * 5,
        count,
      },
    ],
  };
};

/** One figure of rows. */
const pointsOf = (rows: readonly Row[], figure: FigureId, model: string, maxPoints: number) =>
  toSeries(rows, [{ figure, model }], maxPoints).flatMap(({ t, values }) =>
    values.map((value) => ({ t, ...value })),
  );

/** A poll every 5 s for `ms`, by `make`. */
function fill(history: History, from: number, ms: number, make: (t: number) => Delta): void {
  for (let t = from + 5000; t <= from + ms; t += 5000) history.add("s", t, make(t));
}

async function rates(history: History, from: number, to: number, step = 1000) {
  return pointsOf(await history.rows("s", from, to, step), "requestsPerSecond", "a", 100_000);
}

it("[HISTORY-1] [HISTORY-3] merges polls of 10 s to one row, with their range", async () => {
  const { history, clock } = open(folder());
  history.add("s", START + 5000, growth(10));
  history.add("s", START + 10_000, growth(30));
  history.add("s", START + 15_000, growth(5));
  await clock.advance(20_001);
  await history.flush();
  expect(await rates(history, START, START + MINUTE)).toEqual([
    { t: START + 10_000, value: 4, least: 2, most: 6 },
    { t: START + 20_000, value: 1, least: 1, most: 1 },
  ]);
  await history.close();
});

it("[HISTORY-1] [HISTORY-8] makes 5-minute rows from sums and buckets, and reads a long span from them", async () => {
  const { history, clock } = open(folder());
  fill(history, START, HOUR, (t) =>
    t % 300_000 === 0 ? growth(500, 5, [0, 60, 0]) : growth(5, 5, [1, 0, 0]),
  );
  await clock.advance(HOUR + 1);
  await history.flush();
  const rows = await history.rows("s", START, START + HOUR, 300_000);
  expect(rows.map(({ t }) => t - START)).toEqual(
    Array.from({ length: 12 }, (_, n) => (n + 1) * 300_000),
  );
  const [point] = pointsOf(rows, "requestsPerSecond", "a", 300);
  expect(point).toMatchObject({ least: 1, most: 100 });
  expect(point?.value).toBeCloseTo((59 + 100) / 60);
  // Of 119 answers 59 are below 10 and 60 between 10 and 20: p99 is the 117.81th.
  expect(pointsOf(rows, "latencyP99Ms", "a", 300)[0]?.value).toBeCloseTo(10 + (58.81 / 60) * 10);
  await history.close();
});

it("[HISTORY-1] [HISTORY-8] drops 10-second rows after a day, and reads 5-minute rows instead", async () => {
  const { history, clock } = open(folder());
  fill(history, START, HOUR, () => growth(5));
  await clock.advance(HOUR + 1);
  await history.flush();
  const later = START + 26 * HOUR;
  fill(history, later - HOUR, HOUR, () => growth(10));
  await clock.advance(25 * HOUR);
  await history.flush();
  const points = await rates(history, START, later);
  expect(points[0]).toMatchObject({ t: START + 300_000, value: 1 });
  expect(points.at(-1)).toMatchObject({ t: later, value: 2 });
  expect(points.filter(({ value }) => value === 1)).toHaveLength(12);
  expect(points.filter(({ value }) => value === 2)).toHaveLength(360);
  await history.close();
});

it("[HISTORY-10] packs older rows into chunks, which take less space and are read as before", async () => {
  const directory = folder();
  const { history, clock } = open(directory);
  fill(history, START, 6 * HOUR, (t) => growth(t % 7919, 5, [t % 97, t % 89, t % 83]));
  await clock.advance(6 * HOUR + 1);
  await history.flush();
  await history.flush();
  const points = await rates(history, START, START + 6 * HOUR);
  expect(points).toHaveLength(2160);
  points.forEach(({ t, value, least, most }, n) => {
    const [one, two] = [((t - 5000) % 7919) / 5, (t % 7919) / 5];
    expect(t).toBe(START + (n + 1) * 10_000);
    expect(Math.abs((value ?? 0) - (one + two) / 2)).toBeLessThanOrEqual((one + two) / 10_000);
    expect(least).toBeLessThanOrEqual(Math.min(one, two) + 0.001);
    expect(most).toBeGreaterThanOrEqual(Math.max(one, two) - 0.001);
  });
  const file = new SqliteDb(path.join(directory, "history.db"));
  expect(file.get("SELECT count(*) AS rows FROM fine")).toEqual({ rows: 60 });
  expect(file.get("SELECT count(*) AS rows FROM fine_chunks")).toEqual({ rows: 35 });
  expect(file.get("SELECT count(*) AS rows FROM coarse_chunks")).toEqual({ rows: 1 });
  expect(await history.rows("s", START, START + 6 * HOUR, 300_000)).toHaveLength(72);
  file.close();
  const some = await rates(history, START + HOUR, START + HOUR + 15 * MINUTE);
  expect(some.map(({ t }) => t - START - HOUR)).toEqual(
    Array.from({ length: 90 }, (_, n) => (n + 1) * 10_000),
  );
  await history.close();
});

it("[HISTORY-2] gives a gauge the same weight in each row, however often the server was polled", async () => {
  const { history, clock } = open(folder());
  const waiting = (sum: number): Delta => ({
    seconds: 1,
    restarted: false,
    models: [],
    parts: [
      {
        form: "gauge",
        figure: "waiting",
        model: "a",
        source: "x",
        across: "sum",
        sum,
        readings: 1,
      },
    ],
  });
  for (let s = 1; s <= 10; s++) history.add("s", START + s * 1000, waiting(8));
  history.add("s", START + 20_000, waiting(2));
  await clock.advance(30_000);
  await history.flush();
  const rows = await history.rows("s", START, START + MINUTE, 1000);
  expect(pointsOf(rows, "waiting", "a", 1)).toMatchObject([{ value: 5, least: 2, most: 8 }]);
  await history.close();
});

it("[HISTORY-4] makes 5-minute rows although the clock was ahead", async () => {
  const { history, clock } = open(folder());
  const ahead = START + 400 * 24 * HOUR;
  history.add("s", ahead, growth(5));
  await clock.advance(401 * 24 * HOUR);
  await history.flush();
  await clock.advance(-401 * 24 * HOUR + HOUR);
  fill(history, START, HOUR, () => growth(5));
  await history.flush();
  expect(await history.rows("s", START, START + HOUR, 300_000)).toHaveLength(12);
  await history.close();
});

it("[HISTORY-4] loses no written row when the host is killed, and makes missing 5-minute rows", async () => {
  const directory = folder();
  const entry = fileURLToPath(new URL("testing/killed.ts", import.meta.url));
  const child = spawn(process.execPath, [entry, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const written: number[] = [];
  child.stdout.on("data", (text: Buffer) => {
    written.push(...text.toString().trim().split("\n").map(Number));
    if (written.length >= 5) child.kill("SIGKILL");
  });
  await once(child, "exit");
  const last = written[4] ?? 0;
  const clock = new ManualClock(last + 1);
  const history = new History({ directory, clock, events: new HostEvents() });
  expect(
    (await rates(history, last - 100_000, last)).map(({ t }) => t).at(-1),
  ).toBeGreaterThanOrEqual(last - 20_000);
  await history.flush();
  const rows = await history.rows("s", 0, last, 300_000);
  expect(rows.length).toBeGreaterThan(10);
  await history.close();
});

it("[HISTORY-5] drops the oldest 10-second rows first above the limit, and shrinks the file", async () => {
  const limit = 300_000;
  const { history, clock } = open(folder(), limit);
  fill(history, START, 12 * HOUR, (t) => growth(t % 7919, 5, [t % 97, t % 89, t % 83]));
  await clock.advance(12 * HOUR + 1);
  await history.flush();
  await clock.advance(300_000);
  await history.flush();
  expect(history.size).toBeLessThanOrEqual(limit);
  const points = await rates(history, START, START + 12 * HOUR);
  expect(points[0]?.t).toBe(START + 300_000);
  expect((points.at(-1)?.t ?? 0) - (points.at(-2)?.t ?? 0)).toBe(10_000);
  await history.close();
});

it("[HISTORY-5] leaves half of the limit to 10-second rows", async () => {
  const limit = 200_000;
  const { history, clock } = open(folder(), limit);
  for (let day = 0; day < 12; day++) {
    for (let n = 0; n < 288; n++) {
      const t = START + (day * 288 + n) * 300_000 + 5000;
      history.add("s", t, growth(t % 7919, 5, [t % 97, t % 89, t % 83]));
    }
    await clock.advance(288 * 300_000);
    await history.flush();
  }
  fill(history, clock.now(), 6 * HOUR, (t) => growth(t % 7919, 5, [t % 97, t % 89, t % 83]));
  await clock.advance(6 * HOUR + 1);
  await history.flush();
  await clock.advance(300_000);
  await history.flush();
  expect(history.size).toBeLessThanOrEqual(limit);
  const now = clock.now();
  const points = await rates(history, START, now);
  const steps = points.slice(1).map(({ t }, index) => t - (points[index]?.t ?? 0));
  expect(steps.filter((step) => step === 10_000).length).toBeGreaterThan(400);
  expect(steps.filter((step) => step === 300_000).length).toBeGreaterThan(400);
  await history.close();
});

function fillUp(folder: string): string {
  const filler = path.join(folder, "filler");
  const handle = fs.openSync(filler, "w");
  try {
    for (;;) fs.writeSync(handle, Buffer.alloc(4096));
  } catch {
    fs.closeSync(handle);
  }
  return filler;
}

it("[HISTORY-6] reports a repeatedly full disk as recovered after a minute without trouble", async ({
  skip,
}) => {
  using disk = mountSmallDisk(1024);
  if (!disk) return skip("this user may not mount a file system");
  const { history, clock, events } = open(disk.path);
  const reported = () => events.list().map(({ level }) => level);
  const observe = async (from: number) => {
    fill(history, from, HOUR, (t) => growth(t % 7919));
    await clock.advance(5 * MINUTE);
    await history.flush();
  };
  let filler = fillUp(disk.path);
  await observe(START);
  fs.rmSync(filler);
  await history.flush();
  expect(reported()).toEqual(["warning", "info"]);
  filler = fillUp(disk.path);
  await observe(START + HOUR);
  fs.rmSync(filler);
  await history.flush();
  await history.flush();
  expect(reported()).toEqual(["warning", "info", "warning"]);
  await clock.advance(2 * MINUTE);
  await history.flush();
  expect(reported()).toEqual(["warning", "info", "warning", "info"]);
  await history.close();
});

it("[HISTORY-6] reports a full disk once, and loses nothing that fits into memory", async ({
  skip,
}) => {
  using disk = mountSmallDisk(1024);
  if (!disk) return skip("this user may not mount a file system");
  const { history, clock, events } = open(disk.path);
  const filler = fillUp(disk.path);
  fill(history, START, HOUR, (t) => growth(t % 7919));
  await clock.advance(HOUR + 1);
  await history.flush();
  await history.flush();
  expect(events.list().map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^The history cannot be written and waits in memory: The disk .* is full/,
    ),
  ]);
  fs.rmSync(filler);
  await history.flush();
  expect(events.list().at(-1)?.message).toBe("The history is written again.");
  expect(await rates(history, START, START + HOUR)).toHaveLength(360);
  await history.close();
});

it("[HISTORY-5] keeps everything in an upgrade, and leaves no copy beyond the limit", async () => {
  const directory = folder();
  const before = open(directory);
  fill(before.history, START, MINUTE, () => growth(5));
  await before.history.close();
  const db = new SqliteDb(path.join(directory, "history.db"));
  db.script("DROP TABLE coarse_chunks; ALTER TABLE fine_chunks RENAME TO chunks");
  db.run("DELETE FROM migrations WHERE id = 52");
  db.close();
  const { history, events } = open(directory);
  expect(events.list()).toEqual([]);
  expect(await rates(history, START, START + HOUR)).toHaveLength(6);
  await history.close();
  expect(fs.readdirSync(directory).filter((name) => name.startsWith("history."))).toEqual([
    "history.db",
  ]);
});

it("[HISTORY-7] renames a damaged file, and leaves one of a newer version alone", async () => {
  const directory = folder();
  fs.writeFileSync(path.join(directory, "history.db"), "no database at all ".repeat(100));
  const damaged = open(directory);
  expect(damaged.events.list().map(({ message }) => message)).toEqual([
    expect.stringMatching(/is damaged and was set aside as .*; a new one was begun\./),
  ]);
  expect(fs.readdirSync(directory).filter((name) => name.includes("damaged-"))).toHaveLength(1);
  fill(damaged.history, START, MINUTE, () => growth(5));
  await damaged.history.close();
  const newer = new SqliteDb(path.join(directory, "history.db"));
  newer.run("INSERT INTO migrations VALUES (999, 'newer', 0)");
  newer.close();
  const left = open(directory);
  expect(left.events.list()[0]?.message).toMatch(/Can't save metrics history: .*newer version/);
  expect(await rates(left.history, START, START + HOUR)).toEqual([]);
  await left.history.close();
});

it("[HISTORY-7] repairs damage that appears during use as well", async () => {
  const directory = folder();
  const { history, events, clock } = open(directory);
  fill(history, START, 6 * HOUR, (t) => growth(t % 7919));
  await clock.advance(6 * HOUR + 1);
  await history.close();
  const file = path.join(directory, "history.db");
  const handle = fs.openSync(file, "r+");
  const bytes = fs.statSync(file).size;
  for (let at = 8192; at < bytes; at += 4096)
    fs.writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, at);
  fs.closeSync(handle);
  const again = open(directory);
  await again.history.rows("s", START, START + 6 * HOUR, 1000).catch(() => []);
  fill(again.history, START, MINUTE, () => growth(5));
  await again.clock.advance(MINUTE);
  await again.history.flush();
  expect(again.events.list().map(({ message }) => message)).toContainEqual(
    expect.stringContaining("was set aside as"),
  );
  expect(events.list()).toEqual([]);
  await again.history.close();
});

it("[HISTORY-9] keeps pinned metrics over restarts", async () => {
  const directory = folder();
  const key = { kind: "metric", name: "depth", labels: {}, as: "value" } as const;
  const server = new FakeServer("s");
  const first = open(directory);
  {
    using observers = new Observers({ servers: new FakeDirectory([server]), clock: first.clock });
    using pins = new Pins(first.history, observers);
    pins.set("s", key, true);
    pins.set("s", { ...key, name: "other" }, true);
    pins.set("s", { ...key, name: "other" }, false);
    expect(observers.of("s").subscriptions.keys()).toEqual([key]);
  }
  await first.history.close();
  const second = open(directory);
  using observers = new Observers({ servers: new FakeDirectory([server]), clock: second.clock });
  using pins = new Pins(second.history, observers);
  expect(pins.of("s")).toEqual([key]);
  expect(observers.of("s").subscriptions.keys()).toEqual([key]);
  await second.history.close();
});
