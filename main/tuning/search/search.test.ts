import { finish } from "../../../base/steps.ts";
import { describe, expect, it } from "vitest";
import { normal, seededRandom } from "../../wire/index.ts";
import type { CostModel } from "../../simulation/index.ts";
import { meets, type Outcome, type TuningGoal } from "./goal.ts";
import { predict } from "./predict.ts";
import { ConfigurationSearch, type SearchOptions } from "./search.ts";
import { grid, type Point, type Settings } from "./settings.ts";

const MS = 1e6;
/** Batches of n take 2 + n/4 ms, and two instances take turns. */
const actual: CostModel = {
  times: [
    { size: 1, ns: 2.25 * MS },
    { size: 32, ns: 10 * MS },
  ],
  variation: 0.2,
  slowdown: 1,
};
const server = { cost: actual, overheadNs: 0.4 * MS, itemsPerRequest: 1 };
const BASELINE: Settings = { maxBatchSize: 1, delayUs: 0, instances: 1 };
const ACCURACY = { requests: 1500, seed: 3 };
/** A few percent above the p99 of the best configuration: noise hides smaller differences. */
const throughput: TuningGoal = { kind: "throughput", p99Ms: 14.5 };

const pointsFor = (goal: TuningGoal) =>
  grid({
    maxBatchSize: 32,
    maxInstances: 2,
    maxDelayUs: 500,
    clients: goal.kind === "throughput" ? [1, 4, 16, 32] : null,
  });

function searchFor(goal: TuningGoal, more: Partial<SearchOptions> = {}): ConfigurationSearch {
  return new ConfigurationSearch({
    goal,
    // Only the smallest batch is known.
    known: [{ size: 1, busy: 1, count: 100, ns: 2.4 * MS }],
    overheadNs: 0.3 * MS,
    itemsPerRequest: 1,
    points: pointsFor(goal),
    baseline: BASELINE,
    trials: 12,
    noise: 0.05,
    requests: 400,
    seed: 1,
    ...more,
  });
}

const truth = (goal: TuningGoal, point: Point) => predict(server, goal, point, ACCURACY);

/** Measures with 5 % noise; batches of all sizes are reported. */
function run(search: ConfigurationSearch, goal: TuningGoal, seed = 7) {
  const random = seededRandom(seed);
  const reasons: string[] = [];
  for (let trial = finish(search.next()); trial; trial = finish(search.next())) {
    reasons.push(trial.reason);
    const { settings, clients } = trial.point;
    const outcome = truth(goal, trial.point);
    const off = () => Math.exp(0.05 * normal(random));
    const size = Math.min(settings.maxBatchSize, clients ?? settings.maxBatchSize);
    search.add(
      trial.point,
      { throughput: outcome.throughput * off(), p99Ms: outcome.p99Ms * off() },
      {
        batches: [
          {
            size,
            busy: settings.instances,
            count: 500,
            ns: (2 + size / 4) * MS * settings.instances,
          },
        ],
      },
    );
  }
  return reasons;
}

describe("a search", () => {
  it("[SEARCH-2] begins with the active configuration under its best load", () => {
    const trial = finish(searchFor(throughput).next());
    expect(trial?.point.settings).toEqual(BASELINE);
    expect(trial?.point.clients).toBeGreaterThan(1);
    expect(trial?.reason).toContain("active configuration");
  });

  it("[SEARCH-1] [SEARCH-7] finds a configuration as good as the best within the limit", () => {
    const search = searchFor(throughput);
    run(search, throughput);
    const all = pointsFor(throughput).map((point) => truth(throughput, point));
    const best = Math.max(
      ...all.filter((each) => meets(throughput, each)).map((each) => each.throughput),
    );
    const found = search.best();
    expect(found?.meets).toBeGreaterThanOrEqual(0.5);
    const reached = truth(throughput, found?.point as Point);
    expect(reached.throughput).toBeGreaterThan(0.9 * best);
    expect(reached.p99Ms).toBeLessThan(14.5 * 1.1);
  });

  it("[SEARCH-3] [SEARCH-8] measures unknown batch sizes and instances first, and says so", () => {
    const reasons = run(searchFor(throughput), throughput);
    expect(reasons[1]).toBe("Shows how long large batches take.");
    expect(reasons[2]).toBe("Shows how instances slow each other down.");
    expect(reasons.slice(3).every((each) => /Expected to be|once more/.test(each))).toBe(true);
  });

  it("[SEARCH-1] takes the fewest instances that serve a rate", () => {
    const goal: TuningGoal = { kind: "instances", rate: 800, p99Ms: 30 };
    const search = searchFor(goal);
    run(search, goal);
    const found = search.best()?.point;
    expect(found?.settings.instances).toBe(1);
    expect(found?.settings.maxBatchSize).toBeGreaterThan(1);
  });

  it("[SEARCH-1] lowers p99 at a rate", () => {
    const goal: TuningGoal = { kind: "latency", rate: 380 };
    const search = searchFor(goal);
    run(search, goal);
    const before = truth(goal, { settings: BASELINE, clients: null });
    expect(truth(goal, search.best()?.point as Point).p99Ms).toBeLessThan(before.p99Ms);
  });

  it("[SEARCH-6] ends after its trials, or before if nothing better can be reached", () => {
    const few = searchFor(throughput, { trials: 5 });
    run(few, throughput);
    expect(few.trials).toHaveLength(5);
    expect(few.endReason).toBe("All 5 trials are used.");
    const single = searchFor(throughput, {
      points: [{ settings: BASELINE, clients: 4 }],
      noise: 0.01,
    });
    run(single, throughput);
    expect(single.trials.length).toBeLessThan(12);
    expect(single.endReason).toContain("No further measurement");
  });

  it("[SEARCH-7] offers the closest configuration if none keeps the limits, with its probability", () => {
    const goal: TuningGoal = { kind: "throughput", p99Ms: 0.5 };
    const search = searchFor(goal, { trials: 6 });
    run(search, goal);
    const found = search.best();
    expect(found?.meets).toBeLessThan(0.5);
    expect(found?.expected.p99Ms).toBeGreaterThan(0.5);
  });

  it("[SEARCH-9] is deterministic", () => {
    const [a, b] = [searchFor(throughput), searchFor(throughput)];
    run(a, throughput);
    run(b, throughput);
    expect(a.trials).toEqual(b.trials);
  });

  it("has nothing to offer before the first trial", () => {
    expect(searchFor(throughput).best()).toBeNull();
  });

  it("[SEARCH-3] doesn't measure large batches for their time if earlier traffic showed it", () => {
    const known = [1, 8, 32].map((size) => ({
      size,
      busy: 1,
      count: 1000,
      ns: (2 + size / 4) * MS,
    }));
    const reasons = run(searchFor(throughput, { known }), throughput);
    expect(reasons).not.toContain("Shows how long large batches take.");
  });

  it("[SEARCH-11] counts failed trials, and never excludes measured points", () => {
    const search = searchFor(throughput, { trials: 4 });
    const first = finish(search.next())?.point as Point;
    search.add(first, truth(throughput, first));
    for (let trial = finish(search.next()); trial; trial = finish(search.next()))
      search.fail(trial.point);
    expect(search.trials).toHaveLength(1);
    expect(search.endReason).toMatch(/All 4 trials are used\.|No configuration is left to try\./);
    expect(search.best()?.point).toEqual(first);
  });

  it("[SEARCH-11] ends if no configuration is left", () => {
    const only = [{ settings: BASELINE, clients: 4 }];
    const search = searchFor(throughput, { points: only });
    search.fail(only[0] as Point);
    expect(finish(search.next())).toBeNull();
    expect(search.endReason).toBe("No configuration is left to try.");
  });

  it("[SEARCH-5] values a measurement by its expected effect on the result", () => {
    const search = searchFor(throughput, { trials: 20 });
    const reasons = run(search, throughput);
    const tried = search.trials.map(({ point }) => JSON.stringify(point));
    // Neither only the best one nor everything once.
    expect(new Set(tried).size).toBeGreaterThan(5);
    expect(reasons.at(-1)).toBeTruthy();
  });

  it("[SEARCH-3] doesn't start without executions", () => {
    expect(() => searchFor(throughput, { known: [] })).toThrow(RangeError);
  });
});

it("tries sizes and instances by doubling, and delays only with batches", () => {
  const points = grid({ maxBatchSize: 6, maxInstances: 3, maxDelayUs: 100, clients: null });
  const all = (key: keyof Settings) => [...new Set(points.map(({ settings }) => settings[key]))];
  expect(all("maxBatchSize")).toEqual([1, 2, 4, 6]);
  expect(all("instances")).toEqual([1, 2, 3]);
  expect(all("delayUs")).toEqual([0, 100]);
  const alone = points.filter(({ settings }) => settings.maxBatchSize === 1);
  expect(alone.every(({ settings }) => settings.delayUs === 0)).toBe(true);
});

it("predicts finite figures if hardly anything is served", () => {
  const goal: TuningGoal = { kind: "latency", rate: 1e5 };
  const outcome: Outcome = truth(goal, { settings: BASELINE, clients: null });
  expect(outcome.throughput).toBeLessThan(500);
  expect(outcome.p99Ms).toBeGreaterThan(0);
  expect(Number.isFinite(outcome.p99Ms)).toBe(true);
});

it("SEARCH-15: learns from its trials how much another number of threads lengthens batches", () => {
  const points = grid({
    maxBatchSize: 1,
    maxInstances: 1,
    maxDelayUs: 0,
    threads: { cores: 2, usual: "share" },
    clients: [4],
  });
  const search = searchFor(throughput, { points });
  const [plain, single] = points as [Point, Point];
  expect(single.settings.threads).toBe(1);
  const at = (point: Point) =>
    search.predictions().find((each) => each.point === point)?.expected.throughput ?? 0;
  finish(search.next());
  expect(at(single)).toBeCloseTo(at(plain), 5);
  const batch = { size: 1, busy: 1, count: 500 };
  search.add(plain, { throughput: 400, p99Ms: 11 }, { batches: [{ ...batch, ns: 2.4 * MS }] });
  search.add(single, { throughput: 230, p99Ms: 19 }, { batches: [{ ...batch, ns: 4.2 * MS }] });
  finish(search.next());
  expect(at(single) / at(plain)).toBeLessThan(0.65);
});

it("[SEARCH-4] has predictions at any time, also while it learns from a measurement", () => {
  const search = searchFor(throughput, { trials: 4 });
  const finite = () =>
    search
      .predictions()
      .every(
        ({ meets, expected }) =>
          Number.isFinite(meets) && expected.throughput > 0 && expected.p99Ms > 0,
      );
  const next = () => {
    const steps = search.next();
    for (let step = steps.next(); ; step = steps.next()) {
      expect(finite()).toBe(true);
      if (step.done) return step.value;
    }
  };
  for (let trial = next(); trial; trial = next()) {
    const { settings, clients } = trial.point;
    search.add(trial.point, truth(throughput, trial.point), {
      batches: [
        {
          size: Math.min(settings.maxBatchSize, clients ?? 1),
          busy: settings.instances,
          count: 500,
          ns: 5 * MS * settings.instances,
        },
      ],
    });
    expect(finite()).toBe(true);
  }
});

it("SEARCH-15: predicts with the queue's limits and the cache hit rate", () => {
  const point: Point = { settings: BASELINE, clients: null };
  const goal: TuningGoal = { kind: "latency", rate: 600 };
  const limited = predict(
    { ...server, queue: { queueSize: 2, timeoutUs: 0, timeoutAction: "REJECT" } },
    goal,
    point,
    ACCURACY,
  );
  expect(limited.throughput).toBeLessThan(500);
  const cached = { settings: { ...BASELINE, cache: true as const }, clients: null };
  const hit = predict({ ...server, repeatShare: 0.9 }, goal, cached, ACCURACY);
  expect(hit.p99Ms).toBeLessThan(predict(server, goal, cached, ACCURACY).p99Ms / 5);
});

it("[SEARCH-3] spends at most two trials on instances that a light load doesn't keep busy", () => {
  const goal: TuningGoal = { kind: "latency", rate: 20 };
  const search = searchFor(goal);
  const reasons: string[] = [];
  for (let trial = finish(search.next()); trial; trial = finish(search.next())) {
    reasons.push(trial.reason);
    search.add(trial.point, truth(goal, trial.point), {
      batches: [{ size: 1, busy: 1, count: 200, ns: 2.25 * MS }],
    });
  }
  const spent = reasons.filter((reason) => reason.startsWith("Shows how instances"));
  expect(spent).toHaveLength(2);
  expect(reasons.length).toBeGreaterThan(4);
});
