import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Experiment, ExperimentPlan, ExperimentStep } from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import { type DataDirectory, openDataDirectory } from "../../store/index.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { ExperimentStore } from "../store/experiment-store.ts";
import { labMigrations } from "../store/migrations.ts";
import { WatchStore } from "../store/watch-store.ts";
import { experiment, invalid, latency, plan, step } from "../testing/experiment.ts";
import { Watches } from "./watches.ts";

const MINUTE = 60_000;

let directory: string;
let data: DataDirectory;
let clock: ManualClock;
let events: HostEvents;
let experiments: ExperimentStore;
const started: ExperimentPlan[] = [];
let watches: Watches;
let free: Listeners<void>;
let isFree: boolean;
let baseline: number;
/** The result of the next repetition. */
let outcome: Partial<Experiment>;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-watches-"));
  data = openDataDirectory(directory, labMigrations);
  clock = new ManualClock();
  events = new HostEvents();
  experiments = new ExperimentStore(data.db);
  free = new Listeners("lab");
  isFree = true;
  outcome = { steps: [step()] };
  baseline = keep({ steps: [step()] });
  watches = open();
});

afterEach(() => {
  watches[Symbol.dispose]();
  data.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

const keep = (more: Partial<Experiment>) => experiments.insert(experiment(more));

function open(): Watches {
  return new Watches({
    store: new WatchStore(data.db),
    experiments,
    runner: {
      start: async (plan) => {
        started.push(plan);
        return keep(outcome);
      },
      finished: async (id) => experiments.get(id),
      cancel: async () => {},
    },
    isFree: () => isFree,
    onFree: (listener) => free.add(listener),
    changed: () => {},
    events,
    clock,
  });
}

const slower = (): ExperimentStep =>
  step({ response: latency(40), service: latency(40), inferencesPerSecond: 200 });

const add = () => watches.add({ name: "nightly", baseline, everyMinutes: 10 });
const runs = () => watches.list()[0]?.runs.map(({ verdict }) => verdict);

async function pass(minutes: number): Promise<void> {
  await clock.advance(minutes * MINUTE);
  await watches.settled();
}

describe("a watch", () => {
  it("LAB-W1 repeats its baseline's plan periodically, and reports a worse result", async () => {
    add();
    await pass(9);
    expect(runs()).toEqual([]);
    await pass(1);
    expect(runs()).toEqual(["same"]);
    expect(events.list()).toEqual([]);
    outcome = { steps: [slower()] };
    await pass(10);
    expect(runs()).toEqual(["worse", "same"]);
    expect(events.list().at(-1)).toMatchObject({ level: "warning", source: "lab" });
    expect(events.list().at(-1)?.message).toMatch(
      /^'nightly' came out worse: At 8 clients: .*p99 4\.\d× /,
    );
  });

  it("LAB-W1 sends other contents each time if repeats are chosen, so that no cache has them", async () => {
    const [traffic] = plan().traffic;
    baseline = keep({
      plan: plan({ traffic: [{ ...traffic!, reuse: { kind: "duplicates", share: 0.2 } }] }),
    });
    add();
    await pass(10);
    await pass(10);
    expect(new Set(started.slice(-2).map(({ seed }) => seed)).size).toBe(2);
  });

  it("LAB-W1 repeats requests in round robin unchanged", async () => {
    add();
    await pass(10);
    expect(started.at(-1)).toEqual(experiments.get(baseline).plan);
  });

  it("LAB-W2 waits while another experiment runs", async () => {
    add();
    isFree = false;
    await pass(10);
    expect(runs()).toEqual([]);
    isFree = true;
    free.emit();
    await watches.settled();
    expect(runs()).toEqual(["same"]);
  });

  it("LAB-W3 reports runs missed while the console was closed, without making up for them", async () => {
    add();
    watches[Symbol.dispose]();
    await clock.advance(35 * MINUTE);
    watches = open();
    expect(runs()).toEqual([]);
    expect(events.list().at(-1)?.message).toBe(
      "The watch 'nightly' missed 3 runs while the console was closed; the next is in 10 min.",
    );
    expect(watches.list()[0]?.nextAt).toBe(clock.now() + 10 * MINUTE);
  });

  it("LAB-W1 judges every candidate of a comparison", async () => {
    const candidates = ["a", "b", "c"].map((label) => ({ label, configText: null }));
    const compared = plan({ goal: { kind: "compare", candidates, replicates: 5 } });
    const steps = (mostMs: number) =>
      candidates.flatMap((_, candidate) =>
        [0, 1, 2, 3, 4].map((replicate) => {
          const response = latency((candidate === 1 ? mostMs : 9) + 0.02 * replicate);
          return step({ candidate, replicate, response });
        }),
      );
    baseline = keep({ plan: compared, steps: steps(9) });
    add();
    outcome = { plan: compared, steps: steps(9) };
    await pass(10);
    outcome = { plan: compared, steps: steps(40) };
    await pass(10);
    expect(runs()).toEqual(["worse", "same"]);
    expect(watches.list()[0]?.runs[0]?.words).toMatch(/^Candidate 'b': At 8 clients: p99 4\.\d× /);
  });

  it("LAB-W4 reports invalid and failed repetitions separately from worse ones", async () => {
    add();
    const note = { ...invalid.reasons[0]!, severity: "note" as const, text: "Only a note." };
    const fine = step({ verdict: { verdict: "valid", reasons: [note] } });
    const reasons = [note, ...invalid.reasons];
    outcome = { steps: [fine, { ...slower(), verdict: { verdict: "invalid", reasons } }] };
    await pass(10);
    expect(watches.list()[0]?.runs[0]?.words).toBe(
      "Its measurement is invalid. The generator used 93 % of a core, more than 80 %.",
    );
    outcome = { state: "failed", reason: "No request succeeded.", steps: [] };
    await pass(10);
    expect(runs()).toEqual(["failed", "invalid"]);
    expect(watches.list()[0]?.runs[0]?.words).toBe("No request succeeded.");
  });

  it("LAB-W5 can be turned off, on again and removed", async () => {
    const id = add();
    watches.set(id, false, 10);
    expect(watches.list()).toMatchObject([{ enabled: false, nextAt: null }]);
    await pass(30);
    expect(runs()).toEqual([]);
    watches.set(id, true, 1);
    await pass(1);
    expect(runs()).toEqual(["same"]);
    watches.remove(id);
    expect(watches.list()).toEqual([]);
    expect(() => watches.remove(id)).toThrow(`There is no watch ${id}`);
  });

  it("LAB-W7 waits a minute after a run that could not be recorded, on a full disk", async () => {
    add();
    data.db.run(
      "CREATE TRIGGER full BEFORE UPDATE ON lab_watches BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    );
    await pass(10);
    expect(events.list()).toHaveLength(1);
    expect(events.list()[0]?.message).toBe(
      "The watch 'nightly' could not run: The database failed: disk full.",
    );
    await pass(1);
    expect(events.list()).toHaveLength(2);
    watches[Symbol.dispose]();
    await clock.advance(30 * MINUTE);
    watches = open();
    expect(runs()).toEqual([]);
    data.db.run("DROP TRIGGER full");
    await pass(1);
    expect(runs()).toEqual(["same"]);
  });

  it("LAB-W6 needs a valid baseline that ran here to its end", () => {
    const watch = (more: Partial<Experiment>) =>
      watches.add({ name: "w", baseline: keep(more), everyMinutes: 1 });
    expect(() => watch({ state: "cancelled" })).toThrow("it is cancelled");
    expect(() => watch({ importedFrom: "a.json" })).toThrow("it was imported");
    expect(() => watch({ steps: [step({ verdict: invalid })] })).toThrow("are invalid");
  });
});
