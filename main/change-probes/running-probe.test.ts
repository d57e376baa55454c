import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { ChangeProbe } from "../contract/index.ts";
import { openDataDirectory } from "../store/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { changeProbeMigrations, ProbeStore } from "./probe-store.ts";
import { NO_COUNTS, RunningProbe } from "./running-probe.ts";
import type { ProbeOutcome } from "./tally.ts";

const PROBE: ChangeProbe = {
  id: 1,
  serverId: "embedded",
  model: "m",
  change: { kind: "apply", revisionId: null, rolloutId: null },
  state: "preparing",
  reason: "",
  rate: 10,
  lateMs: null,
  startedAt: 0,
  endedAt: null,
  counts: NO_COUNTS,
  changeSucceeded: null,
  events: [],
};

function setUp(latencyMs: number, outcome: ProbeOutcome = { kind: "ok" }) {
  const clock = new ManualClock();
  const state = { latencyMs, outcome };
  const probe = new RunningProbe({
    probe: PROBE,
    options: { rate: 10, lateMs: null },
    clock,
    prepare: async () => ({
      send: () =>
        new Promise<ProbeOutcome>((resolve) => {
          const { outcome: ends } = state;
          clock.after(state.latencyMs, () => resolve(ends));
        }),
      reopened: 0,
      [Symbol.dispose]: () => {},
    }),
    changed: () => {},
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) await clock.advance(10);
  };
  return { probe, state, pass };
}

test("PROBE-4, PROBE-6: the limit comes from the second before the change, and one second follows it", async () => {
  const { probe, state, pass } = setUp(20);
  const begun = probe.begin();
  await pass(1100);
  await begun;
  expect(probe.probe).toMatchObject({ state: "during", lateMs: 120, counts: { late: 0 } });
  state.latencyMs = 200;
  await pass(500);
  const finished = probe.finish({ succeeded: true, revisionId: 7 });
  await pass(1200);
  const result = await finished;
  expect(result).toMatchObject({ state: "done", change: { revisionId: 7 }, changeSucceeded: true });
  // Those that were due before the limit was known are not late, nor those under way with the former latency.
  expect(result.counts.sent - result.counts.late).toBeLessThanOrEqual(12);
  expect(result.counts.ok).toBe(result.counts.sent);
});

test("PROBE-6: a slow model's first response is awaited before the change", async () => {
  const { probe, pass } = setUp(2500);
  const begun = probe.begin();
  await pass(2400);
  expect(probe.probe.state).toBe("before");
  await pass(300);
  await begun;
  expect(probe.probe).toMatchObject({ state: "during", lateMs: 2600 });
  probe.abort();
  expect(probe.probe.state).toBe("interrupted");
});

test("PROBE-6: one that is stopped while it begins stays over", async () => {
  const { probe, pass } = setUp(20);
  const begun = probe.begin();
  await pass(300);
  const finished = probe.finish({ succeeded: null });
  await pass(1500);
  await Promise.all([begun, finished]);
  expect(probe.probe).toMatchObject({ state: "done", lateMs: null });
  const { sent } = probe.probe.counts;
  await pass(1000);
  expect(probe.probe.counts.sent).toBe(sent);
  const other = setUp(20).probe;
  const begins = other.begin();
  await other.finish({ succeeded: null });
  await begins;
  expect(other.probe.state).toBe("notRun");
});

test("PROBE-7: where no request succeeds before the change, that is the result", async () => {
  const { probe, pass } = setUp(20, { kind: "failed", message: "INTERNAL: out of memory" });
  const begun = probe.begin();
  await pass(1100);
  await begun;
  expect(probe.probe).toMatchObject({
    state: "notRun",
    reason: "No request succeeded before the change. INTERNAL: out of memory",
  });
  const result = await probe.finish({ succeeded: true, revisionId: 7 });
  expect(result).toMatchObject({ state: "notRun", changeSucceeded: true });
});

test("PROBE-10: more failures than the limit are reported at once", async () => {
  const { probe, state, pass } = setUp(20);
  const begun = probe.begin();
  await pass(1100);
  await begun;
  probe.limitFailures(1);
  state.outcome = { kind: "lost", message: "refused", how: "refused" };
  await pass(100);
  expect(probe.exceeded.aborted).toBe(false);
  await pass(200);
  expect(probe.exceeded.aborted).toBe(true);
  probe.abort();
});

test("PROBE-9: keeps 50 of a model, and what was under way when the console ended is interrupted", () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-probes-"));
  const data = openDataDirectory(directory, changeProbeMigrations);
  try {
    const store = new ProbeStore(data.db);
    for (let i = 0; i < 60; i++) store.create("embedded:1", { ...PROBE, state: "during" });
    const [newest] = store.list("embedded:1", PROBE);
    store.save({ ...(newest as ChangeProbe), state: "done" });
    new ProbeStore(data.db).interruptOpen();
    const states = store.list("embedded:1", PROBE).map(({ state }) => state);
    expect(states).toEqual(["done", ...Array.from({ length: 49 }, () => "interrupted")]);
    data.db.run("UPDATE change_probes SET probe = '{' WHERE id = ?", newest?.id ?? 0);
    expect(store.list("embedded:1", PROBE)).toHaveLength(49);
  } finally {
    data.close();
    fs.rmSync(directory, { recursive: true, force: true });
  }
});
