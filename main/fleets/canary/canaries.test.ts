import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import type { Canary, CanaryPlan } from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { openDataDirectory } from "../../store/index.ts";
import { MeasurementLock } from "../../lab/index.ts";
import { testSizes } from "../../sizes/testing/sizes-fixture.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { fleetMigrations } from "../fleet-store.ts";
import type { Fleets } from "../fleets.ts";
import { Canaries } from "./canaries.ts";
import { newCanary } from "./canary-run.ts";
import { CanaryStore } from "./canary-store.ts";

const directories: string[] = [];
afterEach(() => {
  for (const each of directories.splice(0)) fs.rmSync(each, { recursive: true, force: true });
});

const side = { server: "s", model: "m", modelVersion: "" };
const plan: CanaryPlan = {
  a: side,
  b: side,
  wire: "grpc",
  batchSize: 1,
  inputs: 1,
  seed: 1,
  absolute: 0,
  relative: 0,
  seconds: 0,
  requestsPerSecond: 1,
  share: 0.5,
  deadlineMs: 1000,
};

it("[FLEET-C1] canaries outlive the console, which says of one that it was cut short", () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-canaries-"));
  directories.push(directory);
  const data = openDataDirectory(directory, fleetMigrations);
  const store = new CanaryStore(data.db);
  const made = newCanary(plan, 1);
  for (let index = 0; index < CanaryStore.kept; index++) {
    const id = store.create(made);
    store.save({ ...made, id, state: "done" });
  }
  const last = store.create(made);
  const canaries = new Canaries({
    fleets: {} as Fleets,
    servers: { list: () => [], get: () => never(), onChanged: () => never() },
    db: data.db,
    clock: new ManualClock(),
    events: new HostEvents(),
    generatorEntry: new URL("file:///nowhere"),
    lab: { turn: new MeasurementLock(), stopTraffic: never },
    sizes: testSizes(),
  });
  let calls: Canary[] = [];
  canaries.topics["canary.list"]({}, { event: (all) => (calls = all), error: never });
  expect(calls).toHaveLength(CanaryStore.kept);
  expect(calls[0]).toMatchObject({
    id: last,
    state: "failed",
    words: "The console ended while it was running.",
  });
  expect(calls[1]?.state).toBe("done");
  data.close();
});

function never(): never {
  throw new Error("not asked in this test");
}

it("[FLEET-C5] one that cannot end sample traffic has failed, and gives the turn back", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-canaries-"));
  directories.push(directory);
  const data = openDataDirectory(directory, fleetMigrations);
  const server = { status: { name: "S" } } as ServerAdapter;
  const turn = new MeasurementLock();
  const canaries = new Canaries({
    fleets: {} as Fleets,
    servers: { list: () => [server], get: () => server, onChanged: () => never() },
    db: data.db,
    clock: new ManualClock(),
    events: new HostEvents(),
    generatorEntry: new URL("file:///nowhere"),
    lab: { turn, stopTraffic: () => Promise.reject(new Error("No more processes.")) },
    sizes: testSizes(),
  });
  let calls: Canary[] = [];
  canaries.topics["canary.list"]({}, { event: (all) => (calls = all), error: never });
  await canaries.requests["canary.start"](plan, new AbortController().signal);
  expect(turn.holder).toBe("The comparison of 'm' on S with 'm' on S is under way");
  await vi.waitFor(() => expect(turn.holder).toBeNull());
  expect(calls[0]).toMatchObject({ state: "failed", words: "No more processes." });
  data.close();
});
