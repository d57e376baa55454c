import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataDirectory } from "../store/index.ts";
import { Observers } from "../telemetry/index.ts";
import { Samplers } from "../telemetry/models/samplers.ts";
import { FakeDirectory, FakeServer } from "../telemetry/testing/fake-server.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { Advisors } from "./advisors.ts";
import { advisorMigrations, Objectives } from "./objectives.ts";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-advisors-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

test("advises on a server that is added, until it is removed", () => {
  const servers = new FakeDirectory([]);
  const clock = new ManualClock();
  const data = openDataDirectory(directory, advisorMigrations);
  using observers = new Observers({ servers, clock });
  using samplers = new Samplers({ servers, observers, clock });
  using advisors = new Advisors({
    servers,
    getSampler: (id) => samplers.of(id),
    clock,
    objectives: new Objectives(data.db),
    logFor: () => null,
  });
  expect(() => advisors.of("fake")).toThrow("NOT_FOUND");
  servers.set([new FakeServer()]);
  expect(advisors.of("fake").frame).toMatchObject({ serverId: "fake", findings: [] });
  servers.set([]);
  expect(() => advisors.of("fake")).toThrow("NOT_FOUND");
  data.close();
});

test("keeps an objective over a restart until it is removed", () => {
  const first = openDataDirectory(directory, advisorMigrations);
  const objectives = new Objectives(first.db);
  expect(objectives.get("s", "m")).toBeNull();
  objectives.set("s", "m", 20);
  objectives.set("s", "m", 25);
  first.close();
  const again = openDataDirectory(directory, advisorMigrations);
  const kept = new Objectives(again.db);
  expect(kept.get("s", "m")).toBe(25);
  expect(kept.get("other", "m")).toBeNull();
  kept.set("s", "m", null);
  expect(new Objectives(again.db).get("s", "m")).toBeNull();
  again.close();
});
