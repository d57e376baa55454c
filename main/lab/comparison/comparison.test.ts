import { describe, expect, it } from "vitest";
import {
  comparison,
  type Experiment,
  experimentComparison,
  type ExperimentStep,
} from "../../contract/index.ts";
import {
  drifted,
  experiment,
  invalid,
  latency,
  plan,
  step,
  traffic,
} from "../testing/experiment.ts";
import { candidateComparisons } from "./candidates.ts";
import { compareSides } from "./sides.ts";

const candidates = ["as it is", "delay", "cache"].map((label) => ({ label, configText: null }));
const load = { kind: "concurrency", levels: [8], thinkMs: 0 } as const;
const compared = plan({
  load: { ...load, levels: [...load.levels] },
  goal: { kind: "compare", candidates, replicates: 5 },
});

/** Five replicates of a candidate with about this many inferences per second. */
function replicates(candidate: number, inferences: number, mostMs = 9): ExperimentStep[] {
  return [0, 1, 2, 3, 4].map((replicate) =>
    step({
      candidate,
      replicate,
      inferencesPerSecond: inferences * (1 + 0.01 * ((replicate * 7 + candidate) % 3)),
      goodput: null,
      response: latency(mostMs * (1 + 0.004 * ((replicate * 5) % 4))),
    }),
  );
}

const steps = [...replicates(0, 600), ...replicates(1, 800, 18), ...replicates(2, 601)];
const whole = (more: Partial<Experiment> = {}) => experiment({ plan: compared, steps, ...more });

/** A step of this many clients; 30 windows whose throughput varies by about 10 %. */
function measured(
  clients: number,
  inferences: number,
  mostMs: number,
  more: Partial<ExperimentStep> = {},
): ExperimentStep {
  const [window] = step().windows;
  return step({
    load: { kind: "concurrency", value: clients },
    inferencesPerSecond: inferences,
    requestsPerSecond: inferences,
    goodput: null,
    response: latency(mostMs),
    windows: Array.from({ length: 30 }, (_, i) => ({
      ...window!,
      from: i / 10,
      seconds: 0.1,
      answered: (inferences / 10) * (1 + 0.1 * Math.sin(7 * i)),
    })),
    ...more,
  });
}

const sweep = (id: number, all: readonly ExperimentStep[], more: Partial<Experiment> = {}) =>
  experiment({ id, steps: [...all], ...more });
const compare = (before: Experiment, after: Experiment) => {
  const found = compareSides({ experiment: before }, { experiment: after });
  experimentComparison.parse(found);
  return found;
};
const figure = (found: ReturnType<typeof compareSides>, name: string, at = 0) =>
  found.loads[at]?.figures.find((each) => each.figure === name);

const one = measured(1, 250, 6);
const eight = measured(8, 280, 40);
const baseline = sweep(1, [one, eight, measured(32, 283, 160)]);
const batched = sweep(2, [one, eight, measured(32, 2039, 40)]);

describe("two sweeps", () => {
  it("LAB-C1 are compared load by load: 283 to 2,039 inf/s at 32 clients is a significant 7.2×", () => {
    const found = compare(baseline, batched);
    expect(found.loads.map(({ before }) => before.value)).toEqual([1, 8, 32]);
    const throughput = figure(found, "throughput", 2);
    expect(throughput).toMatchObject({ before: 283, after: 2039, verdict: "better" });
    expect(1 + (throughput?.share?.value ?? 0)).toBeCloseTo(7.2, 1);
    expect(1 + (throughput?.share?.low ?? 0)).toBeGreaterThan(6);
    expect(1 + (throughput?.share?.high ?? 0)).toBeLessThan(8.5);
    const lows = found.loads.flatMap(({ figures }) =>
      figures.flatMap(({ share }) => share?.low ?? []),
    );
    expect(Math.min(...lows)).toBeGreaterThan(-1);
  });

  it("LAB-C4 the headline names load and size, largest change first, equal ones together", () => {
    const [first, second] = compare(baseline, batched).sentences;
    expect(first).toMatch(
      /^At 32 clients: throughput 7\.2× \(\d\.\d–\d\.\d×\), p99 −75 % \(−\d\d to −\d\d %\)\.$/,
    );
    expect(second).toBe("At 1 and 8 clients: no significant difference.");
    const both = compare(
      baseline,
      sweep(2, [one, measured(8, 350, 40), measured(32, 2039, 40)]),
    ).sentences;
    expect(both[0]).toMatch(/^At 32 clients: throughput 7\.2×/);
    expect(both[1]).toMatch(
      /^At 8 clients: throughput \+25 % \(\+\d\d to \+\d\d %\); no significant difference in p99\.$/,
    );
    expect(both[2]).toBe("At 1 client: no significant difference.");
  });

  it("LAB-C4 of many changed loads the largest three are described, the others named", () => {
    const levels = [1, 2, 4, 8, 16];
    const before = sweep(
      1,
      levels.map((each) => measured(each, 200, 10)),
    );
    const after = sweep(
      2,
      levels.map((each) => measured(each, 200 * (1 + each / 4), 10)),
    );
    const { sentences } = compare(before, after);
    expect(sentences).toHaveLength(4);
    expect(sentences[0]).toMatch(/^At 16 clients: throughput 5\.0×/);
    expect(sentences[3]).toBe("Also significant at 1 and 2 clients.");
  });

  it("LAB-C1 swapping the sides inverts each ratio", () => {
    const [there, back] = [compare(baseline, batched), compare(batched, baseline)];
    const [a, b] = [figure(there, "p99", 2)?.share, figure(back, "p99", 2)?.share];
    expect((1 + (a?.value ?? 0)) * (1 + (b?.value ?? 0))).toBeCloseTo(1, 9);
    expect((1 + (a?.low ?? 0)) * (1 + (b?.high ?? 0))).toBeCloseTo(1, 9);
    expect(figure(back, "throughput", 2)?.verdict).toBe("worse");
  });

  it("LAB-C5 lists loads of one side, and reports if there is no common load", () => {
    const other = sweep(2, [one, measured(64, 2100, 60)]);
    const found = compare(baseline, other);
    expect(found.loads).toHaveLength(1);
    expect(found.onlyBefore.map(({ value }) => value)).toEqual([8, 32]);
    expect(found.onlyAfter.map(({ value }) => value)).toEqual([64]);
    const rate = { kind: "rate", value: 100 } as const;
    const apart = compare(sweep(1, [one]), sweep(2, [step({ load: rate })]));
    expect(apart.loads).toEqual([]);
    expect(apart.sentences).toEqual(["No load in common: 1 client before, 100 req/s after."]);
  });

  it("LAB-C2 invalid loads are marked and described once; valid ones make the headline", () => {
    const bad = sweep(2, [one, measured(8, 900, 40, { verdict: invalid }), measured(32, 2039, 40)]);
    const found = compare(baseline, bad);
    expect(found.invalid).toBe(true);
    expect(found.loads.map(({ invalid: mark }) => mark)).toEqual([
      { before: false, after: false },
      { before: false, after: true },
      { before: false, after: false },
    ]);
    expect(found.sentences.map((each) => each.slice(0, 16))).toEqual([
      "At 32 clients: t",
      "At 1 client: no ",
      "Invalid at 8 cli",
    ]);
    const all = compare(
      sweep(1, [measured(8, 280, 40, { verdict: invalid })]),
      sweep(2, [measured(8, 900, 40)]),
    );
    expect(all.sentences[0]).toMatch(/^At 8 clients: throughput 3\.2×/);
    expect(all.sentences[1]).toBe("All measurements are invalid: don't rely on these results.");
  });

  it("V18 LAB-C2 an invalid load counts if its difference is larger than its possible error", () => {
    const found = compare(
      baseline,
      sweep(2, [
        measured(8, 300, 39, { verdict: drifted(0.2) }),
        measured(32, 2039, 40, { verdict: drifted(0.2) }),
      ]),
    );
    expect(
      found.loads.map(({ invalid: mark, possibleError }) => [mark.after, possibleError]),
    ).toEqual([
      [true, undefined],
      [false, expect.closeTo(0.25)],
    ]);
    const exact = figure(compare(baseline, batched), "throughput", 2)?.share;
    const wide = figure(found, "throughput", 1)?.share;
    expect(1 + (wide?.low ?? 0)).toBeCloseTo((1 + (exact?.low ?? 0)) / 1.25);
    expect(1 + (wide?.high ?? 0)).toBeCloseTo((1 + (exact?.high ?? 0)) * 1.25);
    expect(found.sentences.slice(1)).toEqual([
      "Measurements at 32 clients are invalid, but their possible error of up to 25 % can't explain the difference; the intervals include it.",
      "Invalid at 8 clients: don't rely on these results.",
    ]);
  });

  it("LAB-C1 a load that was measured again is compared once, by its last valid step", () => {
    const slow = latency(40);
    const again = [step({ verdict: invalid, response: slow }), step(), step({ verdict: invalid })];
    for (const [before, after] of [
      [sweep(1, [step()]), sweep(8, again)],
      [sweep(8, again), sweep(1, [step()])],
    ] as const) {
      const found = compare(before, after);
      expect(found.invalid).toBe(false);
      expect(figure(found, "p50")?.verdict).toBe("none");
    }
  });

  it("LAB-C1 throughput counts items that arrived in each window", () => {
    const windows = (answered: number) =>
      step().windows.map((each, i) => ({ ...each, answered: answered + i }));
    const overloaded = (id: number, answered: number) =>
      sweep(id, [step({ inferencesPerSecond: answered + 1, windows: windows(answered) })]);
    const found = compare(overloaded(1, 300), overloaded(2, 500));
    expect(figure(found, "throughput")).toMatchObject({ verdict: "better" });
    expect(figure(found, "throughput")?.share?.value).toBeCloseTo(502 / 302 - 1, 1);
    const batches = sweep(2, [step({ inferencesPerSecond: 8 * 666.6667 })]);
    const larger = compare(sweep(1, [step()]), batches);
    expect(figure(larger, "throughput")?.share?.value).toBeCloseTo(7, 5);
  });

  it("LAB-C1 imported figures without a distribution are shown, and inconclusive", () => {
    const reported = { p50: { value: 3, low: 3, high: 3 }, histogram: "" };
    const bare = step({ windows: [], response: { ...latency(9), ...reported } });
    const found = compare(sweep(1, [bare]), sweep(2, [bare]));
    expect(figure(found, "p50")).toMatchObject({ before: 3, after: 3, verdict: "unknown" });
    expect(found.sentences).toEqual(["At 8 clients: inconclusive."]);
  });

  it("LAB-C1 failures are compared in percentage points", () => {
    const outcomes = {
      rejected: 500,
      timedOut: 0,
      cancelled: 0,
      failed: 0,
      wrong: 0,
      unfinished: 0,
    };
    const found = compare(sweep(1, [step()]), sweep(2, [step({ successes: 1505, outcomes })]));
    expect(figure(found, "failures")).toMatchObject({ verdict: "worse", share: null });
    expect(found.sentences[0]).toMatch(/failures \+25 points \(\+2\d to \+2\d\)/);
  });
});

describe("what changed", () => {
  const environment = { ...experiment().environment };
  const ran = (id: number, configText: string, more = {}) =>
    experiment({ id, environment: { ...environment, configText, ...more } });
  const text = 'name: "ranker"\nmax_batch_size: 64\n';

  it("LAB-C6 is listed field by field and is not a mismatch", () => {
    const found = compare(ran(1, text), ran(2, `${text}dynamic_batching { }\n`));
    expect(found.unlike).toEqual([]);
    expect(found.changes?.map(({ path }) => path)).toEqual(["dynamic_batching"]);
    expect(compare(ran(1, text), ran(2, `# a remark\n${text}`)).changes).toEqual([]);
    const json = compare(ran(1, '{"max_batch_size":8}'), ran(2, '{"max_batch_size":16}'));
    expect(json.changes).toEqual([{ path: "max_batch_size", before: "8", after: "16" }]);
  });

  it("LAB-C6 names other models of the traffic and versions, and says if a text can't be parsed", () => {
    const other = (max: number) => ({ otherConfigs: { mlp: `max_batch_size: ${max}` } });
    expect(compare(ran(1, text, other(4)), ran(2, text, other(8))).changes).toEqual([
      { path: "mlp: max_batch_size", before: "4", after: "8" },
    ]);
    expect(compare(ran(1, text), ran(2, "max_batch_size: {{{")).changes).toBeNull();
    expect(compare(ran(1, text), ran(2, "{ not JSON")).changes).toBeNull();
    const version = plan({ traffic: [traffic({ modelVersion: "2" })] });
    expect(compare(experiment(), experiment({ id: 2, plan: version })).changes).toEqual([
      { path: "version of ranker", before: null, after: "2" },
    ]);
  });

  it("LAB-C3 unintended differences are warnings", () => {
    const other = experiment({
      id: 8,
      plan: plan({
        wire: "grpc",
        seed: 2,
        secondsPerStep: 9,
        traffic: [traffic({ distinctInputs: 2 })],
        load: { kind: "concurrency", levels: [1, 8, 64], thinkMs: 0 },
      }),
      environment: { ...environment, fingerprint: "xyz", cpus: 64, serverVersion: "2.0" },
    });
    expect(compare(experiment(), other).unlike).toEqual([
      "Different machines sent the load: 2 × c, linux 6 x64, then 64 × c, linux 6 x64.",
      "Server version 0.1.0, then 2.0.",
      "Protocol http, then grpc.",
      "Requests to ranker differ in different inputs.",
      "The plans differ in seconds per step.",
      "Other requests were sent: the seeds differ.",
    ]);
  });

  it("LAB-C3 another seed is intended if repeats are chosen", () => {
    const repeated = (id: number, seed: number) =>
      experiment({
        id,
        plan: plan({ seed, traffic: [traffic({ reuse: { kind: "duplicates", share: 0.2 } })] }),
      });
    expect(compare(repeated(1, 1), repeated(2, 2)).unlike).toEqual([]);
  });
});

describe("searches", () => {
  const search = (id: number, best: number | null, missed: number | null) =>
    experiment({
      id,
      plan: plan({ goal: { kind: "search", least: 1, most: 512, precision: 0.1 } }),
      search: { best, missed, words: "" },
    });

  it("LAB-C7 are compared by the highest load that each found", () => {
    const found = compare(search(1, 24, 26), search(2, 96, 104));
    expect(found.found).toMatchObject({ before: 24, after: 96, objective: "p99 ≤ 20 ms" });
    expect(found.sentences[0]).toMatch(
      /^Highest load that keeps p99 ≤ 20 ms: 24 → 96 clients, 4\.0× \(3\.\d–4\.\d×\)\.$/,
    );
    expect(compare(search(1, 24, 26), search(2, 25, 26)).sentences[0]).toBe(
      "Highest load that keeps p99 ≤ 20 ms: no significant difference, 24 → 25 clients.",
    );
    expect(compare(search(1, null, 1), search(2, 96, null)).sentences[0]).toBe(
      "Highest load that keeps p99 ≤ 20 ms: not found before, 96 clients after.",
    );
  });

  it("LAB-C7 with different objectives are not compared", () => {
    const other = search(2, 96, 104);
    other.plan.objective = { percentile: 95, boundMs: 20 };
    const found = compare(search(1, 24, 26), other);
    expect(found.found).toBeNull();
    expect(found.unlike).toEqual(["The plans differ in latency objective."]);
  });
});

describe("candidates", () => {
  it("LAB-C1 are compared with the baseline by pairs of the same replicate, with an interval", () => {
    const [delay, cache] = candidateComparisons(compared, steps);
    comparison.parse(delay);
    expect(delay?.candidate).toBe(1);
    expect(delay?.figures[0]).toMatchObject({ figure: "throughput", verdict: "better" });
    expect(delay?.figures[0]?.share?.value).toBeCloseTo(1 / 3, 1);
    expect(delay?.figures[0]?.basis).toBe("5 interleaved pairs of replicates");
    expect(delay?.figures.find((each) => each.figure === "p50")?.verdict).toBe("worse");
    expect(delay?.words).toMatch(/^At 8 clients: throughput \+34 % \(.* to .* %\), p99 2\.0× /);
    expect(cache?.words).toBe("At 8 clients: no significant difference.");
  });

  it("LAB-C1 without measured replicates have no comparison, and few are noted", () => {
    expect(candidateComparisons(compared, replicates(0, 600))).toEqual([]);
    const few = steps.filter(({ replicate }) => (replicate ?? 0) < 2);
    const [delay] = candidateComparisons(compared, few);
    expect(delay?.figures[0]?.basis).toContain("2 pairs: the spread between runs is uncertain");
    const alone = steps.filter(({ replicate }) => replicate === 0);
    const [single] = candidateComparisons(compared, alone);
    expect(single?.figures[0]).toMatchObject({ verdict: "unknown", share: null });
    expect(single?.words).toBe("At 8 clients: inconclusive.");
  });

  it("LAB-C1 can be compared with each other, and across experiments", () => {
    const side = (candidate: number, more = {}) => ({ experiment: whole(more), candidate });
    const other = compareSides(side(1), side(2));
    expect(figure(other, "throughput")).toMatchObject({ verdict: "worse" });
    const across = compareSides(side(0), side(1, { id: 8 }));
    expect(figure(across, "throughput")?.basis).toContain("did not run next to each other");
  });

  it("LAB-C2 a comparison says if either side is invalid", () => {
    const bad = steps.map((each) => (each.candidate === 1 ? { ...each, verdict: invalid } : each));
    const [delay, cache] = candidateComparisons(compared, bad);
    expect([delay?.invalid, cache?.invalid]).toEqual([true, false]);
  });

  it("V18 LAB-STATS-31 drift makes a comparison invalid only where it may explain the difference", () => {
    const withDrift = (share: number) =>
      steps.map((each) =>
        each.candidate === 0 && each.replicate === 3 ? { ...each, verdict: drifted(share) } : each,
      );
    const [delay, cache] = candidateComparisons(compared, withDrift(0.2));
    expect([delay?.invalid, cache?.invalid]).toEqual([false, true]);
    expect(delay?.words).toMatch(/possible error of up to 25 % can't explain the difference/);
    const [unbounded] = candidateComparisons(compared, withDrift(0.6));
    expect(unbounded?.invalid).toBe(true);
  });
});

describe("steps", () => {
  it("LAB-C1 are compared as chosen, whatever their loads", () => {
    const found = compareSides(
      { experiment: baseline, step: 0 },
      { experiment: baseline, step: 2 },
    );
    expect(found.sentences[0]).toMatch(/^At 1 client against 32 clients: throughput .*, p99 27× /);
    expect(found.changes).toEqual([]);
  });

  it("LAB-C1 that don't exist are named", () => {
    expect(() =>
      compareSides({ experiment: experiment(), step: 9 }, { experiment: whole() }),
    ).toThrow("Experiment 7 has no step 9; it has 2.");
    const empty = experiment({ steps: [] });
    expect(() => compareSides({ experiment: empty }, { experiment: whole() })).toThrow(
      "Experiment 7 has no complete step to compare.",
    );
  });
});
