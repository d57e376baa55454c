import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import type { Experiment, TuningSession } from "../contract/index.ts";
import { HostEvents } from "../events/index.ts";
import { type DataDirectory, openDataDirectory } from "../store/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { tuningReport } from "./report.ts";
import { SessionStore, tuningMigrations } from "./session-store.ts";
import { Sessions } from "./sessions.ts";
import { createComparison, FakeConfigs, FakeLab } from "./testing/fake-lab.ts";
import { planFor, createStep } from "./testing/plans.ts";

const TEXT = 'name: "m"\nbackend: "onnxruntime"\nmax_batch_size: 8\n';
const PLAN = planFor("m");
const NONE = { rejected: 0, timedOut: 0, cancelled: 0, failed: 0, wrong: 0, unfinished: 0 };

let directory: string;
let data: DataDirectory;
let lab: FakeLab;
let configs: FakeConfigs;
let events: HostEvents;
let sessions: Sessions;

const open = () =>
  new Sessions({
    lab,
    configs,
    store: new SessionStore(data.db),
    clock: new ManualClock(),
    events,
  });

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-tuning-"));
  data = openDataDirectory(directory, tuningMigrations);
  lab = new FakeLab();
  configs = new FakeConfigs(TEXT);
  events = new HostEvents();
  sessions = open();
});

afterEach(() => {
  data.close();
  fs.rmSync(directory, { recursive: true });
});

const reached = (id: number, state: TuningSession["state"]) =>
  vi.waitFor(() => expect(sessions.get(id).state).toBe(state));

async function choosing(): Promise<number> {
  const id = await sessions.start(PLAN, "", 3);
  lab.end();
  await reached(id, "choosing");
  return id;
}

async function tried(id: number, result: Partial<Experiment>): Promise<void> {
  const proposals = await sessions.proposals(id);
  const first = proposals[0];
  if (!first) throw new Error("nothing proposed");
  await sessions.try(id, first);
  lab.end(result);
  await vi.waitFor(() => expect(sessions.get(id).running).toBeNull());
}

describe("a tuning session", () => {
  it("TUNING-22: begins with a baseline of the active configuration", async () => {
    const id = await sessions.start(PLAN, " ", 3);
    expect(sessions.get(id)).toMatchObject({
      name: "Tuning m",
      state: "baseline",
      baseline: 1,
      running: 1,
      baselineConfig: TEXT,
      currentConfig: TEXT,
    });
    lab.end();
    await reached(id, "choosing");
    expect(sessions.get(id)).toMatchObject({ running: null, problem: null });
  });

  it.each([
    ["objective", { ...PLAN, objective: null }],
    ["load", { ...PLAN, load: { kind: "concurrency" as const, levels: [1, 8], thinkMs: 0 } }],
  ])("TUNING-22: rejects a plan without one %s", async (field, plan) => {
    await expect(sessions.start(plan, "", 3)).rejects.toThrow(field);
    expect(sessions.list()).toEqual([]);
  });

  it("TUNING-22: creates no session if the baseline can't start", async () => {
    lab.refusal = new StatusError("FAILED_PRECONDITION", "Experiment 7 is running.");
    await expect(sessions.start(PLAN, "", 3)).rejects.toThrow("Experiment 7 is running.");
    expect(sessions.list()).toEqual([]);
  });

  it("TUNING-23, TUNING-24: keeps a better change", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4)] });
    expect(lab.plans.at(-1)?.goal).toMatchObject({
      kind: "compare",
      replicates: 3,
      candidates: [
        { configText: null },
        { configText: expect.stringContaining("dynamic_batching") },
      ],
    });
    expect(sessions.get(id)).toMatchObject({ state: "deciding" });
    expect(sessions.get(id).steps[0]).toMatchObject({
      state: "measured",
      advice: { decision: "keep" },
    });
    const kept = await sessions.decide(id, "keep");
    expect(kept.currentConfig).toContain("dynamic_batching");
    expect(configs.applied).toEqual([{ text: kept.currentConfig, place: "server" }]);
    expect(kept.steps[0]?.state).toBe("kept");
  });

  it("TUNING-24: repeats the comparison before the decision", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4, [10, 10], { invalid: true })] });
    expect(sessions.get(id).steps[0]?.advice?.decision).toBe("again");
    await sessions.again(id);
    lab.end({ comparisons: [createComparison(0.4)] });
    await reached(id, "deciding");
    expect(sessions.get(id).steps).toMatchObject([{ experiment: 3, advice: { decision: "keep" } }]);
  });

  it("TUNING-21, TUNING-24: reverts another change, and doesn't propose it again", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0)] });
    const after = await sessions.decide(id, "revert");
    expect(after).toMatchObject({ state: "choosing", currentConfig: TEXT });
    expect(configs.applied).toEqual([]);
    const titles = (await sessions.proposals(id)).map(({ title }) => title);
    expect(titles).not.toContain(after.steps[0]?.proposal.title);
  });

  it("TUNING-23: measures one change at a time", async () => {
    const id = await choosing();
    const [first] = await sessions.proposals(id);
    if (!first) throw new Error("nothing proposed");
    await sessions.try(id, first);
    await expect(sessions.try(id, first)).rejects.toThrow("measuring, not choosing");
    await expect(sessions.finish(id, false)).rejects.toThrow("is measuring");
    expect(() => sessions.remove(id)).toThrow("cancel that first");
  });

  it("TUNING-25: doesn't measure against a configuration changed outside until it is adopted", async () => {
    const id = await choosing();
    const [first] = await sessions.proposals(id);
    if (!first) throw new Error("nothing proposed");
    configs.text = `${TEXT}# changed\n`;
    await expect(sessions.try(id, first)).rejects.toThrow("changed outside the session");
    await sessions.baseline(id);
    lab.end();
    await reached(id, "choosing");
    expect(sessions.get(id)).toMatchObject({
      currentConfig: configs.text,
      baselineConfig: configs.text,
    });
  });

  it("TUNING-26: marks a cancelled attempt and continues the session", async () => {
    const id = await choosing();
    const [first] = await sessions.proposals(id);
    if (!first) throw new Error("nothing proposed");
    await sessions.try(id, first);
    const after = await sessions.cancel(id);
    expect(after).toMatchObject({ state: "choosing", problem: "Cancelled.", running: null });
    expect(after.steps[0]?.state).toBe("failed");
  });

  it("TUNING-26: returns to choosing after the console ended during a measurement", async () => {
    const id = await choosing();
    const [first] = await sessions.proposals(id);
    if (!first) throw new Error("nothing proposed");
    await sessions.try(id, first);
    sessions = open();
    expect(sessions.get(id)).toMatchObject({
      state: "choosing",
      running: null,
      problem: "The console ended during the measurement; try it again.",
    });
    expect(sessions.get(id).steps[0]?.state).toBe("failed");
  });

  it("TUNING-27: compares the original configuration with the current one, until another is kept", async () => {
    const id = await choosing();
    await expect(sessions.confirm(id)).rejects.toThrow("No change was kept");
    await tried(id, { comparisons: [createComparison(0.4)] });
    await sessions.decide(id, "keep");
    await sessions.confirm(id);
    expect(lab.plans.at(-1)?.goal).toMatchObject({ candidates: [{ configText: TEXT }, {}] });
    lab.end({ comparisons: [createComparison(0.38)] });
    await vi.waitFor(() => expect(sessions.get(id).gain?.words).toContain("38 %"));
    await tried(id, { comparisons: [createComparison(0.1)] });
    expect((await sessions.decide(id, "keep")).gain).toBeNull();
  });

  it("TUNING-28: ends with the result in the file, or with the original configuration", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4)] });
    const { currentConfig } = await sessions.decide(id, "keep");
    const finished = await sessions.finish(id, false);
    expect(finished.state).toBe("finished");
    expect(configs.applied.at(-1)).toEqual({ text: currentConfig, place: "best" });
    expect(sessions.get(id).writtenTo).toBe("/models/m/config.pbtxt");
    const { content } = tuningReport(sessions.get(id), null, "markdown");
    expect(content).toContain("Written to /models/m/config.pbtxt.");
    await expect(sessions.finish(id, true)).rejects.toThrow("finished already");
  });

  it("TUNING-28: says when the file can't be reached", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4)] });
    await sessions.decide(id, "keep");
    expect(sessions.get(id).writtenTo).toBeUndefined();
    configs.path = null;
    expect((await sessions.finish(id, false)).writtenTo).toBeNull();
    const { content } = tuningReport(sessions.get(id), null, "markdown");
    expect(content).toContain("Active until the server restarts");
  });

  it("TUNING-28: restores the original configuration without writing a file", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4)] });
    await sessions.decide(id, "keep");
    const abandoned = await sessions.finish(id, true);
    expect(abandoned).toMatchObject({ state: "abandoned", currentConfig: TEXT });
    expect(configs.text).toBe(TEXT);
    expect(configs.applied.map(({ place }) => place)).toEqual(["server"]);
  });

  it("TUNING-25: doesn't overwrite outside changes, not even to a file beneath an override", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4)] });
    configs.file = "# somebody's";
    await expect(sessions.decide(id, "keep")).rejects.toThrow("changed outside the session");
    configs.file = "";
    await sessions.decide(id, "keep");
    configs.file = "# somebody's";
    await expect(sessions.finish(id, false)).rejects.toThrow("changed outside the session");
    await expect(sessions.finish(id, true)).rejects.toThrow("changed outside the session");
    expect(sessions.get(id).state).toBe("choosing");
  });

  it("TUNING-20: uses the newest measurement of the current configuration", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4)], steps: [] });
    await sessions.decide(id, "keep");
    await sessions.baseline(id);
    lab.end({ steps: [createStep({ outcomes: { ...NONE, unfinished: 3 } })] });
    await reached(id, "choosing");
    expect((await sessions.proposals(id))[0]?.knob).toBe("queue-policy");
  });

  it("TUNING-26: continues if the measurement was paused elsewhere", async () => {
    const id = await choosing();
    await tried(id, { state: "paused" });
    expect(sessions.get(id)).toMatchObject({
      state: "choosing",
      problem: "Experiment 2 was paused; measure it again.",
    });
  });

  it("TUNING-26: can cancel a measurement whose end couldn't be stored", async () => {
    const id = await choosing();
    const [first] = await sessions.proposals(id);
    if (!first) throw new Error("nothing proposed");
    await sessions.try(id, first);
    data.db.run(
      "CREATE TRIGGER full BEFORE UPDATE ON tuning_sessions BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    lab.end({ comparisons: [createComparison(0.4)] });
    await vi.waitFor(() => expect(events.list().at(-1)?.message).toContain("can't store"));
    data.db.run("DROP TRIGGER full");
    expect(await sessions.cancel(id)).toMatchObject({ state: "choosing", running: null });
  });

  it("TUNING-28: applies nothing if nothing was kept", async () => {
    const id = await choosing();
    await sessions.finish(id, false);
    expect(configs.applied).toEqual([]);
  });

  it("rejects an attempt that changes nothing", async () => {
    const id = await choosing();
    const attempt = { knob: "delay" as const, title: "t", reason: "", configText: TEXT };
    await expect(sessions.try(id, attempt)).rejects.toThrow("configText is the current");
  });

  it("reports each change, and removes a session", async () => {
    const states: string[] = [];
    using _listening = sessions.onChanged(({ state }) => states.push(state));
    const id = await choosing();
    expect(states).toEqual(["baseline", "choosing"]);
    sessions.remove(id);
    expect(() => sessions.get(id)).toThrow("There is no tuning session");
  });

  it("reports an unreadable session in the data directory, and lists the others", async () => {
    const id = await choosing();
    data.db.run("INSERT INTO tuning_sessions (version, session, basis) VALUES (1, '{', '')");
    sessions = open();
    expect(sessions.list().map((session) => session.id)).toEqual([id]);
    expect(events.list().at(-1)?.message).toContain("can't be read");
  });
});

describe("TUNING-29: the report", () => {
  it("contains each attempt with its figures and decision, and both configurations", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4)] });
    await sessions.decide(id, "keep");
    const { content, fileName } = tuningReport(sessions.get(id), null, "markdown");
    expect(fileName).toBe(`tuning-${id}-m.md`);
    expect(content).toContain(
      "| 1 | Turn on dynamic batching | Throughput changed by 40 %. | kept |",
    );
    expect(content).toContain("| throughput (inf/s) | 100 | 140 | +40 % (+38 to +42 %) | better |");
    expect(content).toContain(TEXT.trimEnd());
  });

  it("marks an invalid measurement", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4, [10, 10], { invalid: true })] });
    await sessions.decide(id, "revert");
    const { content } = tuningReport(sessions.get(id), null, "markdown");
    expect(content).toContain("Invalid: don't rely on these results. Throughput changed");
  });

  it("draws the path from the baseline to the result, with the machine, and explains invalid results once", async () => {
    const id = await choosing();
    await tried(id, { comparisons: [createComparison(0.4, [10, 8])] });
    await sessions.decide(id, "keep");
    await tried(id, { comparisons: [createComparison(-0.2, [10, 12], { invalid: true })] });
    await sessions.decide(id, "revert");
    const { content } = tuningReport(sessions.get(id), sessions.environment(id), "html");
    expect(content).toContain("Throughput from baseline to result");
    expect(content).toContain("p99 from baseline to result");
    expect(content).toMatch(/>100<\/text>.*>140 \(\+40 %\)<\/text>.*>80 \(−20 %\)<\/text>/s);
    expect(content).toContain("<dt>Load sent from</dt>");
    expect(content.match(/don't rely on/g)).toHaveLength(1);
    expect(content.match(/>Invalid</g)).toHaveLength(1);
    expect(content).not.toMatch(/NaN|Infinity|undefined|\[object/);
  });

  it("escapes markup in texts", async () => {
    const id = await sessions.start(PLAN, "<script>alert(1)</script> | x", 3);
    configs.text = "# ```` <b>\n";
    const html = tuningReport(sessions.get(id), null, "html").content;
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;script&gt;");
    const session = { ...sessions.get(id), currentConfig: "# ```` <b>\n" };
    expect(tuningReport(session, null, "markdown").content).toContain("`````\n# ````");
  });
});
