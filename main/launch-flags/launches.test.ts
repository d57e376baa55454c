import { describe, expect, it, vi } from "vitest";
import { createLaunchFixture, processPlan } from "./testing/launch-fixture.ts";

const oneSequence = {
  label: "One sequence",
  changes: [{ flag: "--max-num-seqs", value: "1" }],
};
const tooMuchMemory = {
  label: "All memory",
  changes: [{ flag: "--gpu-memory-utilization", value: "0.99" }],
};
const never = new AbortController().signal;

describe("a comparison of launch flags", { timeout: 90_000 }, () => {
  it("[LAUNCH-3] shows every command, and starts only what was approved", async () => {
    await using fixture = await createLaunchFixture();
    const plan = processPlan([oneSequence], "--max-num-seqs 8 --port 8000 --seed 1");
    const { previews, digest } = await fixture.preview(plan);
    expect(previews.map(({ label }) => label)).toEqual(["Base", "One sequence"]);
    expect(previews[0]?.arguments.slice(4)).toEqual(
      "--max-num-seqs 8 --port PORT --seed 1 --host 127.0.0.1".split(" "),
    );
    expect(previews[1]).toMatchObject({
      removed: ["--max-num-seqs 8"],
      added: ["--max-num-seqs 1"],
      warnings: [],
    });
    const other = processPlan([oneSequence], "--max-num-seqs 9");
    await expect(
      (async () =>
        await fixture.domain.requests["launches.start"](
          { serverId: "vllm", plan: other, approved: digest },
          never,
        ))(),
    ).rejects.toMatchObject({ code: "ABORTED" });
    expect(fixture.list()).toEqual([]);
  });

  it("[LAUNCH-17] shows the variables of each command, and approves them with it", async () => {
    await using fixture = await createLaunchFixture();
    const slow = (value: string | null) => ({
      label: "Slow",
      changes: [],
      environment: [{ name: "LOAD_MS", value }],
    });
    const { previews, digest } = await fixture.preview(processPlan([slow("700")], ""));
    expect(previews[1]).toMatchObject({
      removed: [],
      added: ["LOAD_MS=700"],
      warnings: [],
      commandLine: expect.stringMatching(/^env LOAD_MS=700 /),
    });
    const without = await fixture.preview(processPlan([slow(null)], ""));
    expect(without.previews[1]?.added).toEqual(["without LOAD_MS"]);
    expect(without.previews[1]?.commandLine).toMatch(/^env -u LOAD_MS /);
    expect(without.digest).not.toBe(digest);
    const key = { label: "Key", changes: [], environment: [{ name: "HF_TOKEN", value: "x" }] };
    await expect(fixture.preview(processPlan([key], ""))).rejects.toThrow(
      "Key: HF_TOKEN can't be changed: the console would have to store and show a secret.",
    );
  });

  it("[LAUNCH-8] measures base and candidates with the same load, and compares them", async () => {
    await using fixture = await createLaunchFixture();
    const id = await fixture.begin(processPlan([oneSequence, tooMuchMemory], "--max-num-seqs 8"));
    const done = await fixture.finished(id);
    expect(done).toMatchObject({ state: "done", reason: "" });
    const [base, one, memory] = done.results;
    expect(base).toMatchObject({ state: "done", failure: null, comparison: null });
    expect(base?.readySeconds).toBeGreaterThan(0);
    expect(one).toMatchObject({ state: "done", failure: null, comparisonProblem: "" });
    // Four clients wait for one another.
    const throughput = one?.comparison?.loads[0]?.figures.find(
      ({ figure }) => figure === "throughput",
    );
    expect(throughput?.after).toBeLessThan((throughput?.before ?? 0) / 2);
    expect(one?.comparison?.unlike).toEqual([]);
    expect(one?.log.join("\n")).toContain("--max-num-seqs 1");
    // A candidate that doesn't start is a result.
    expect(memory).toMatchObject({
      state: "failed",
      experimentId: null,
      failure: { kind: "memory", reason: expect.stringContaining("CUDA out of memory") },
    });
    expect(memory?.log.join("\n")).toContain("run_engine_core");
    const experiment = await fixture.lab.requests["lab.get"]({ id: one?.experimentId ?? 0 }, never);
    expect(experiment.name).toBe(`Launch flags ${id}: One sequence`);
  });

  it("[LAUNCH-8] ends when the base doesn't serve, with its reason", async () => {
    await using fixture = await createLaunchFixture();
    const id = await fixture.begin(processPlan([oneSequence], "--no-such-flag"));
    const done = await fixture.finished(id);
    expect(done.state).toBe("failed");
    expect(done.reason).toContain("unrecognized arguments: --no-such-flag");
    expect(done.results.map(({ state }) => state)).toEqual(["failed", "skipped"]);
  });

  it("[LAUNCH-9] reports a candidate that crashes while it is measured", async () => {
    await using fixture = await createLaunchFixture();
    const crash = {
      label: "Crash",
      changes: [{ flag: "--crash-after-seconds", value: "0.8" }],
    };
    const id = await fixture.begin(processPlan([crash]));
    const done = await fixture.finished(id);
    expect(done.results[1]).toMatchObject({
      state: "failed",
      failure: { kind: "crash", reason: expect.stringContaining("EngineCore encountered") },
    });
  });

  it("[LAUNCH-6] ends the server when it is stopped, and when the console closes", async () => {
    const fixture = await createLaunchFixture();
    const id = await fixture.begin(processPlan([oneSequence]));
    await vi.waitFor(() => expect(fixture.list()[0]?.results[0]?.state).toBe("measuring"), {
      timeout: 30_000,
    });
    await fixture.domain.requests["launches.stop"]({ id }, never);
    expect(await fixture.finished(id)).toMatchObject({
      state: "stopped",
      reason: "It was stopped.",
    });
    expect(fixture.turn.holder).toBeNull();
    await fixture.begin(processPlan([oneSequence]));
    await expect(fixture.begin(processPlan([oneSequence]))).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
    await fixture[Symbol.asyncDispose]();
  });

  it("[LAUNCH-7] is interrupted by a console that ended, and says so", async () => {
    await using fixture = await createLaunchFixture();
    const id = await fixture.begin(processPlan([oneSequence], "--no-such-flag"));
    await fixture.finished(id);
    const row = fixture.db.get<{ launch: string }>("SELECT launch FROM launches");
    const left = { ...JSON.parse(row?.launch ?? ""), state: "running" };
    fixture.db.run("UPDATE launches SET launch = ?", JSON.stringify(left));
    await using again = fixture.start();
    expect(again).toBeDefined();
    expect(fixture.list()[0]).toMatchObject({
      state: "interrupted",
      reason: "The console ended while it ran.",
    });
  });

  it("rejects candidates of one name, and reports one that changes nothing", async () => {
    await using fixture = await createLaunchFixture();
    await expect(fixture.preview(processPlan([oneSequence, oneSequence]))).rejects.toThrow(
      "Two candidates are called 'One sequence'",
    );
    const { previews } = await fixture.preview(processPlan([oneSequence], "--max-num-seqs 1"));
    expect(previews[1]?.warnings[0]).toContain("the same as the base");
  });
});
