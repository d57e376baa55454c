import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ExperimentPlan, ExperimentStep } from "../contract/index.ts";
import { StatusError } from "../../base/status-error.ts";
import { detail } from "./testing/fake-server.ts";
import { LabFixture, levels, never } from "./testing/lab-fixture.ts";

let lab: LabFixture;

beforeEach(async () => {
  lab = await LabFixture.create();
});

afterEach(async () => {
  await lab[Symbol.asyncDispose]();
});

const request = async (name: "lab.pause" | "lab.resume" | "lab.cancel", id: number) =>
  await lab.lab.requests[name]({ id }, never);

const A = 'name: "ranker" # a\n';
const B = 'name: "ranker" # b\n';
const comparison = (replicates: number): Partial<ExperimentPlan> => ({
  load: levels(2),
  secondsPerStep: 0.3,
  goal: {
    kind: "compare",
    candidates: [
      { label: "as it is", configText: null },
      { label: "b", configText: B },
    ],
    replicates,
  },
});

describe("an experiment's course", () => {
  it("LAB-E4 pauses after the current step, lets another experiment run, and continues", async () => {
    // Progress comes every 250 ms: the first step must last until the pause was asked for.
    const id = await lab.start({ secondsPerStep: 2 });
    await lab.measuring(id);
    await request("lab.pause", id);
    expect(await lab.progress(id, () => true)).toMatchObject({ pausing: true });
    expect(await lab.progress(id, ({ phase }) => phase === "paused")).toMatchObject({
      state: "paused",
      live: null,
    });
    const held = await lab.progress(id, ({ phase }) => phase === "paused");
    expect(held).toMatchObject({ stepIndex: 1, stepCount: 2, words: "next: concurrency 2" });
    expect(held.secondsDone).toBeGreaterThan(0);
    expect(held.secondsLeft).toBeGreaterThan(0);
    const [first] = lab.get(id).steps;
    expect(lab.get(id)).toMatchObject({ state: "paused", finishedAt: null });
    expect(first?.complete).toBe(true);
    await lab.finished(await lab.start({ load: levels(1), secondsPerStep: 0.2 }));

    const received: string[] = [];
    const done: number[] = [];
    using _progress = lab.subscribe("lab.progress", { id }, ({ phase, secondsDone }) => {
      received.push(phase);
      done.push(secondsDone);
    });
    await request("lab.resume", id);
    await lab.finished(id);
    expect(Math.min(...done)).toBeGreaterThanOrEqual(held.secondsDone);
    expect(received).toContain("measuring");
    expect(lab.get(id).steps.map(({ load }) => load.value)).toEqual([1, 2]);
    expect(lab.get(id).steps[0]).toEqual(first);
  });

  it("LAB-E5 continues after it was cancelled, and measures the interrupted step again", async () => {
    const id = await lab.start({ secondsPerStep: 1 });
    await lab.measuring(id);
    await request("lab.cancel", id);
    const cancelled = lab.get(id);
    expect(cancelled.state).toBe("cancelled");
    await request("lab.resume", id);
    expect(lab.get(id)).toMatchObject({ state: "running", reason: null });
    await lab.finished(id);
    expect(lab.get(id)).toMatchObject({ state: "done", reason: null });
    expect(lab.get(id).steps.map(({ complete }) => complete)).toEqual([true, true]);
    await expect(request("lab.resume", id)).rejects.toThrow("there is nothing to resume");
  });

  it("LAB-E6 does not continue under another configuration", async () => {
    const id = await lab.start({ secondsPerStep: 30 });
    await lab.measuring(id);
    await request("lab.cancel", id);
    lab.configs.text = A;
    await expect(request("lab.resume", id)).rejects.toThrow(
      "The configuration of 'ranker' is another than when experiment 1 began",
    );
  });

  it("LAB-E7 changes its load during a step, which records that and belongs to no load", async () => {
    const objective = { percentile: 50, boundMs: 500 };
    const id = await lab.start({ load: levels(1), secondsPerStep: 1, objective });
    await lab.measuring(id);
    await lab.lab.requests["lab.adjust"]({ id, value: 4 }, never);
    const { live } = await lab.progress(id, (progress) => progress.live?.load.value === 4);
    expect(live?.load.kind).toBe("concurrency");
    await lab.finished(id);
    const [step] = lab.get(id).steps;
    expect(step?.events.map(({ words }) => words)).toEqual([
      "The load was changed to concurrency 4 by hand.",
    ]);
    expect(step?.certificate).toBeNull();
    expect(step?.verdict.reasons.map(({ id }) => id)).toContain("V12");
    expect(step?.reconciliation[0]?.difference).toBeNull();
    expect(lab.http.connections).toBeGreaterThanOrEqual(4);
    expect(() => lab.lab.requests["lab.adjust"]({ id, value: 4 }, never)).toThrow("does not run");
  });

  it("LAB-E7 does not change the load of a step that decides about others", async () => {
    const id = await lab.start({ ...comparison(1), secondsPerStep: 30 });
    expect((await lab.measuring(id)).live?.adjustable).toBe(false);
    expect(() => lab.lab.requests["lab.adjust"]({ id, value: 4 }, never)).toThrow(
      "while a step of a sweep by concurrency or rate is measured",
    );
    await request("lab.cancel", id);
  });

  it("LAB-E8 ends a step as soon as its objective is certified", async () => {
    const id = await lab.start({
      load: levels(4),
      secondsPerStep: 60,
      // Within it is every request, also on a busy machine.
      objective: { percentile: 50, boundMs: 10_000 },
      stopWhenCertified: true,
    });
    await lab.finished(id);
    const [step] = lab.get(id).steps as [ExperimentStep];
    expect(step.complete).toBe(true);
    expect(step.seconds).toBeLessThan(30);
    expect(step.certificate?.result).toBe("kept");
    expect(step.goodput).toBeCloseTo(step.inferencesPerSecond, 6);
  });

  it("LAB-E9 searches, each probe a step, and keeps its state", async () => {
    const id = await lab.start({
      secondsPerStep: 5,
      objective: { percentile: 50, boundMs: 500 },
      goal: { kind: "search", least: 1, most: 4, precision: 0.1 },
    });
    await lab.finished(id);
    const { search, steps, state } = lab.get(id);
    expect(state).toBe("done");
    expect([...new Set(steps.map(({ load }) => load.value))]).toEqual([1, 2, 4]);
    expect(search).toMatchObject({ best: 4, missed: null });
  }, 40_000);

  it("LAB-E10 leaves an open loop's rate and the reconciliation in its steps", async () => {
    const id = await lab.start({
      load: { kind: "rate", rates: [100], arrivals: { kind: "poisson" } },
      secondsPerStep: 1,
    });
    await lab.finished(id);
    const [step] = lab.get(id).steps as [ExperimentStep];
    expect(step.load).toEqual({ kind: "rate", value: 100 });
    expect(step.generator.offeredRate).toBeGreaterThan(50);
    // The difference depends on when a busy machine reads the counters.
    const [requests] = step.reconciliation;
    expect(requests?.name).toBe("successful requests");
    expect(requests?.client).toBeCloseTo(step.requestsPerSecond * step.seconds, 6);
    expect(requests?.server).toBeGreaterThan(0);
  });
});

describe("a comparison", () => {
  it("LAB-R1 applies each candidate in every replicate and restores the original configuration", async () => {
    const before = lab.configs.text;
    const id = await lab.start(comparison(2));
    const applying = await lab.progress(id, ({ phase }) => phase === "applying");
    expect(applying.words).toMatch(/candidate '(as it is|b)', replicate 1 of 2$/);
    await lab.finished(id);
    const { state, steps, comparisons } = lab.get(id);
    expect(state).toBe("done");
    expect(steps.map(({ candidate }) => candidate ?? -1).toSorted((a, b) => a - b)).toEqual([
      0, 0, 1, 1,
    ]);
    expect(lab.configs.served.filter((text) => text === B)).toHaveLength(2);
    expect(lab.configs.text).toBe(before);
    expect(comparisons).toMatchObject([{ candidate: 1, unlike: [] }]);
    expect(comparisons[0]?.figures[0]).toMatchObject({ figure: "throughput", unit: "inf/s" });
    expect(comparisons[0]?.figures[0]?.basis).toContain("2 interleaved pairs of replicates");
  });

  it("LAB-R2 restores the original configuration when it is cancelled, and when a candidate does not load", async () => {
    const before = lab.configs.text;
    const id = await lab.start({ ...comparison(5), secondsPerStep: 30 });
    await lab.measuring(id);
    await request("lab.cancel", id);
    expect(lab.configs.text).toBe(before);

    lab.configs.refuses = (text) =>
      text === B ? new StatusError("INVALID_ARGUMENT", "no such field.") : null;
    const failed = await lab.start(comparison(1));
    await lab.finished(failed);
    expect(lab.get(failed)).toMatchObject({
      state: "failed",
      reason: "Candidate 'b' cannot be applied: no such field.",
    });
    expect(lab.configs.text).toBe(before);
  });

  it("LAB-R4 restores the original configuration when a lost server is back, and reports both", async () => {
    const before = lab.configs.text;
    const id = await lab.start({ ...comparison(3), secondsPerStep: 30 });
    await lab.measuring(id);
    lab.server.setStatus({ state: "stale", restarts: 1, reason: "no answer" });
    await lab.finished(id);
    expect(lab.get(id).state).toBe("interrupted");
    await lab.said("could not be restored yet");
    await expect(lab.start()).rejects.toThrow("is not restored yet");
    lab.server.setStatus({ state: "live", reason: null });
    await lab.said("serves again as before experiment 1");
    expect(lab.configs.text).toBe(before);
    await lab.finished(await lab.start({ load: levels(1) }));
  });

  it("LAB-R5 keeps a configuration that someone applied by hand, and says so", async () => {
    const id = await lab.start({ ...comparison(3), secondsPerStep: 30 });
    await lab.measuring(id);
    lab.configs.text = A;
    await request("lab.cancel", id);
    expect(lab.configs.text).toBe(A);
    await lab.said(
      "before experiment 1 was not restored: the active configuration is neither that nor one of its candidates.",
    );
    await lab.finished(await lab.start({ load: levels(1) }));
  });

  it("LAB-R6 restores one although the record of another can't be read", async () => {
    const before = lab.configs.text;
    const id = await lab.start({ ...comparison(3), secondsPerStep: 30 });
    await lab.measuring(id);
    lab.data.db.run(
      "INSERT INTO lab_restores (owner, server, model, held, held_at) VALUES ('experiment 9', 'embedded', 'mlp', '{', 0)",
    );
    expect(lab.configs.text).toBe(B);
    await request("lab.cancel", id);
    expect(lab.configs.text).toBe(before);
    await lab.said("'mlp' before experiment 9 was not restored");
    expect(lab.data.db.all("SELECT * FROM lab_restores")).toEqual([]);
  });
});

describe("two experiments", () => {
  it("LAB-C1 are compared at equal loads, with a list of their differences", async () => {
    const first = await lab.start({ load: levels(1) });
    await lab.finished(first);
    const second = await lab.start({ load: levels(1), secondsPerStep: 0.6 });
    await lab.finished(second);
    const found = await lab.lab.requests["lab.compare"](
      { before: { id: first }, after: { id: second } },
      never,
    );
    expect(found.unlike).toEqual(["The plans differ in seconds per step."]);
    expect(found.changes).toEqual([]);
    expect(found.loads.map(({ before }) => before.value)).toEqual([1]);
    expect(found.loads[0]?.figures.map(({ figure }) => figure)).toContain("p50");
    expect(found.sentences[0]).toMatch(/^At 1 client: .*\.$/);
    await expect(async () =>
      lab.lab.requests["lab.compare"](
        { before: { id: first, step: 7 }, after: { id: second } },
        never,
      ),
    ).rejects.toThrow(`Experiment ${first} has no step 7; it has 1.`);
  });
});

it("LAB-E2 is interrupted when an attached server stops responding", async () => {
  const id = await lab.start({ load: levels(1), secondsPerStep: 2 });
  await lab.measuring(id);
  lab.http.kill();
  lab.server.modelDetail = () =>
    Promise.reject(new StatusError("UNAVAILABLE", "No connection established."));
  await lab.finished(id);
  const { state, reason, steps } = lab.get(id);
  expect({ state, reason }).toEqual({
    state: "interrupted",
    reason: "At concurrency 1: Embedded engine went away: No connection established.",
  });
  expect(steps.map(({ complete }) => complete)).toEqual([false]);
});

it("LAB-W1 the baseline of a watch cannot be removed", async () => {
  const baseline = await lab.start({ load: levels(1) });
  await lab.finished(baseline);
  const { watches } = lab;
  const id = watches.add({ baseline, name: "hourly", everyMinutes: 60 }, Date.now() + 3_600_000);
  const requests = lab.lab.requests;
  expect(await requests["lab.watches"]({}, never)).toMatchObject([
    { id, name: "hourly", runs: [] },
  ]);
  expect(() => requests["lab.remove"]({ id: baseline }, never)).toThrow("'hourly'");
  await requests["lab.removeWatch"]({ id }, never);
  await requests["lab.remove"]({ id: baseline }, never);
});

it("LAB-P8 a preview warns of inputs that all fit in the server's cache", async () => {
  const config = { max_batch_size: 8, response_cache: { enable: true } };
  lab.server.model = detail({ config });
  const cache = { capacityBytes: 1_000_000, usedBytes: 1000, entries: 10 };
  lab.server.reportCache(cache);
  const { warnings } = await lab.lab.requests["lab.preview"]({ plan: lab.plan }, never);
  expect(warnings.at(-1)).toContain(
    "All 32 inputs of 'ranker' fit in its response cache of about 10,000",
  );
  lab.server.reportCache({ ...cache, capacityBytes: 2000 });
  expect((await lab.lab.requests["lab.preview"]({ plan: lab.plan }, never)).warnings).toEqual([]);
});
