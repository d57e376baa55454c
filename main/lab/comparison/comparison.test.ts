import { describe, expect, it } from "vitest";
import { comparison, type Experiment, type ExperimentStep } from "../../contract/index.ts";
import { experiment, invalid, latency, plan, step } from "../testing/experiment.ts";
import { candidateComparisons } from "./candidates.ts";
import { compareSides } from "./sides.ts";

const candidates = ["as it is", "delay", "cache"].map((label) => ({ label, configText: null }));
const load = { kind: "concurrency", levels: [8], thinkMs: 0 } as const;
const compared = plan({
  load: { ...load, levels: [...load.levels] },
  goal: { kind: "compare", candidates, replicates: 5 },
});

/** Five replicates of a candidate with about so many inferences per second. */
function replicates(candidate: number, inferences: number, mostMs = 9): ExperimentStep[] {
  return [0, 1, 2, 3, 4].map((replicate) =>
    step({
      candidate,
      replicate,
      inferencesPerSecond: inferences * (1 + 0.01 * ((replicate * 7) % 3)),
      goodput: null,
      response: latency(mostMs * (1 + 0.004 * ((replicate * 5) % 4))),
    }),
  );
}

const steps = [...replicates(0, 600), ...replicates(1, 800, 18), ...replicates(2, 601)];
const whole = (more: Partial<Experiment> = {}) => experiment({ plan: compared, steps, ...more });
const figure = (found: ReturnType<typeof compareSides>, name: string) =>
  found.figures.find((each) => each.figure === name);

describe("candidates", () => {
  it("C1 are compared with the baseline by pairs of the same replicate, with an interval", () => {
    const [delay, cache] = candidateComparisons(compared, steps);
    comparison.parse(delay);
    expect(delay?.candidate).toBe(1);
    expect(delay?.figures[0]).toMatchObject({ figure: "throughput", verdict: "better" });
    expect(delay?.figures[0]?.share?.value).toBeCloseTo(1 / 3, 2);
    expect(delay?.figures[0]?.basis).toBe("5 interleaved pairs of replicates");
    expect(delay?.figures.find((each) => each.figure === "p50")?.verdict).toBe("worse");
    expect(delay?.words).toMatch(/^Throughput rose by 33 % \(.* to .* %\); p50 rose by/);
    expect(cache?.figures[0]?.verdict).not.toBe("worse");
    expect(cache?.words).toContain("p50: no difference shown");
  });

  it("C1 with replicates that were not measured have no comparison, and few say so", () => {
    expect(candidateComparisons(compared, replicates(0, 600))).toEqual([]);
    const few = steps.filter(({ replicate }) => (replicate ?? 0) < 2);
    const [delay] = candidateComparisons(compared, few);
    expect(delay?.figures[0]?.basis).toContain("2 pairs say little of the spread between runs");
    const one = steps.filter(({ replicate }) => replicate === 0);
    expect(candidateComparisons(compared, one)[0]?.figures[0]).toMatchObject({
      verdict: "unknown",
      share: null,
    });
  });

  it("C1 can be compared with each other, and across experiments", () => {
    const side = (candidate: number, more = {}) => ({ experiment: whole(more), candidate });
    const other = compareSides(side(1), side(2));
    expect(figure(other, "throughput")).toMatchObject({ verdict: "worse" });
    const across = compareSides(side(0), side(1, { id: 8 }));
    expect(figure(across, "throughput")?.basis).toContain("did not run next to each other");
  });

  it("C2 a comparison says when either side is invalid", () => {
    const bad = steps.map((each) => (each.candidate === 1 ? { ...each, verdict: invalid } : each));
    const [delay, cache] = candidateComparisons(compared, bad);
    expect([delay?.invalid, cache?.invalid]).toEqual([true, false]);
  });
});

describe("steps and experiments", () => {
  it("C1 one run of each is compared by its own intervals, and says how weak that is", () => {
    const slow = experiment({ id: 8, steps: [step({ response: latency(40) })] });
    const found = compareSides(
      { experiment: experiment(), step: 0 },
      { experiment: slow, step: 0 },
    );
    comparison.parse(found);
    expect(figure(found, "p50")).toMatchObject({
      verdict: "worse",
      basis: "Single runs; run-to-run variation unknown.",
    });
    expect(figure(found, "failures")).toMatchObject({ verdict: "unknown", share: null });
  });

  it("C1 what was imported without its distribution is shown beside the other, without a verdict", () => {
    const told = { p50: { value: 3, low: 3, high: 3 }, histogram: "" };
    const bare = step({ windows: [], response: { ...latency(9), ...told } });
    const side = (id: number) => ({ experiment: experiment({ id, steps: [bare] }) });
    const found = compareSides(side(1), side(2));
    comparison.parse(found);
    expect(figure(found, "p50")).toMatchObject({ before: 3, after: 3, verdict: "unknown" });
    expect(found.words).toContain("Nothing can be told");
  });

  it("C1 throughput is of what came in each window, in items", () => {
    const windows = (answered: number) =>
      step().windows.map((each, i) => ({ ...each, answered: answered + i }));
    const overloaded = (answered: number) =>
      experiment({
        steps: [step({ inferencesPerSecond: answered + 1, windows: windows(answered) })],
      });
    const found = compareSides(
      { experiment: overloaded(300), step: 0 },
      { experiment: overloaded(500), step: 0 },
    );
    expect(figure(found, "throughput")).toMatchObject({ verdict: "better" });
    expect(figure(found, "throughput")?.share?.value).toBeCloseTo(502 / 302 - 1, 1);
    const batches = experiment({ steps: [step({ inferencesPerSecond: 8 * 666.6667 })] });
    const larger = compareSides(
      { experiment: experiment(), step: 0 },
      { experiment: batches, step: 0 },
    );
    expect(figure(larger, "throughput")?.share?.value).toBeCloseTo(7, 5);
  });

  it("C1 a load that was measured again is compared once, by its last valid step", () => {
    const slow = latency(40);
    const again = [step({ verdict: invalid, response: slow }), step(), step({ verdict: invalid })];
    const plain = experiment({ steps: [step()] });
    const repeated = experiment({ id: 8, steps: again });
    for (const [before, after] of [
      [plain, repeated],
      [repeated, plain],
    ] as const) {
      const found = compareSides({ experiment: before }, { experiment: after });
      expect(found.invalid).toBe(false);
      expect(figure(found, "p50")).toMatchObject({
        verdict: "none",
        basis: "Single runs; run-to-run variation unknown.",
      });
    }
  });

  it("C1 without a common load the best of each is compared, which is said", () => {
    const rate = { kind: "rate", value: 100 } as const;
    const other = experiment({ id: 8, steps: [step({ load: rate })] });
    const found = compareSides({ experiment: experiment() }, { experiment: other });
    expect(found.unlike.at(-1)).toBe(
      "They share no load: concurrency 8 is compared with 100 requests/s, the best of each.",
    );
  });

  it("C3 what they do not have in common is said", () => {
    const { environment } = experiment();
    const other = experiment({
      id: 8,
      plan: plan({ wire: "grpc", seed: 2 }),
      environment: { ...environment, fingerprint: "xyz", cpus: 64, serverVersion: "2.0" },
    });
    expect(compareSides({ experiment: experiment() }, { experiment: other }).unlike).toEqual([
      "The load came from different machines: 2 × c, linux 6 x64, and 64 × c, linux 6 x64.",
      "The server's version was 0.1.0, then 2.0.",
      "One ran over http, the other over grpc.",
      "Their plans differ in seed.",
    ]);
  });

  it("C1 what is not there is named", () => {
    expect(() =>
      compareSides({ experiment: experiment(), step: 9 }, { experiment: whole() }),
    ).toThrow("Experiment 7 has no step 9; it has 2.");
    const empty = experiment({ steps: [] });
    expect(() => compareSides({ experiment: empty }, { experiment: whole() })).toThrow(
      "Experiment 7 has no complete step to compare.",
    );
  });
});
