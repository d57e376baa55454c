import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { type DataDirectory, openDataDirectory } from "../store/index.ts";
import { eventMigrations, EventStore, KeptEvents } from "./index.ts";

const LOADED = {
  level: "info",
  source: "configs",
  message: "mlp was loaded.",
  mark: { kind: "load", serverId: "embedded", model: "mlp" },
} as const;
const LATER = { level: "warning", source: "host", message: "Something is odd." } as const;

let data: DataDirectory;
let clock: ManualClock;

beforeEach(() => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-events-"));
  data = openDataDirectory(directory, eventMigrations);
  clock = new ManualClock();
  return () => {
    data.close();
    fs.rmSync(directory, { recursive: true });
  };
});

const start = () => new KeptEvents(new EventStore(data.db), clock);

test("what happened is there after a restart, marks and times too, and continues with new ids", () => {
  const events = start();
  const first = events.emit(LOADED);
  events.emit(LATER);
  events[Symbol.dispose]();
  const again = start();
  expect(again.list()).toEqual(events.list());
  expect(again.list()[0]).toEqual(first);
  expect(again.emit(LATER).id).toBe(3);
});

test("a host that is killed loses the last second at most", async () => {
  const events = start();
  events.emit(LOADED);
  await clock.advance(1000);
  events.emit(LATER);
  expect(start().list()).toMatchObject([LOADED]);
  await clock.advance(1000);
  expect(start().list()).toMatchObject([LOADED, LATER]);
});

test("what cannot be written is written with what comes next", async () => {
  const events = start();
  data.db.run("ALTER TABLE events RENAME TO away");
  events.emit(LOADED);
  await clock.advance(1000);
  data.db.run("ALTER TABLE away RENAME TO events");
  events.emit(LATER);
  await clock.advance(1000);
  expect(start().list()).toMatchObject([LOADED, LATER]);
});

test("the newest thousand stay, and one that cannot be read is left out", () => {
  const events = start();
  for (let i = 0; i < 1010; i++) events.emit({ ...LATER, message: `event ${i}` });
  events[Symbol.dispose]();
  expect(data.db.get("SELECT count(*) AS n FROM events")).toEqual({ n: 1000 });
  data.db.run("UPDATE events SET event = '{ half' WHERE id = 1010");
  const again = start();
  expect(again.list().length).toBe(999);
  expect(again.list()[0]?.message).toBe("event 10");
});
