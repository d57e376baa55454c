import { describe, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import type { ConstraintViolation, SearchConstraints } from "../../contract/index.ts";
import { normal, seededRandom } from "../../wire/index.ts";
import type { TuningGoal } from "./goal.ts";
import { withinMemory } from "./constraints.ts";
import type { Cutoff } from "./early-stop.ts";
import { predict } from "./predict.ts";
import { grid, type Point, type Settings } from "./settings.ts";
import type { Measurement } from "./measurement.ts";
import { type EarlierTrial, type TunableServer, tune, type TuneOptions } from "./tune.ts";

const MS = 1e6;
const BASELINE: Settings = { maxBatchSize: 1, delayUs: 0, instances: 1 };
const goal: TuningGoal = { kind: "throughput", p99Ms: 20 };

/** A simulated server whose batches of n take `fixed` + n/4 ms, with 3 % noise. */
class SimulatedServer implements TunableServer {
  readonly applied: (Settings | "former")[] = [];
  readonly cutoffs: (Cutoff | null)[] = [];
  readonly #random = seededRandom(5);
  readonly #fixedMs: number;
  readonly #goal: TuningGoal;
  failing: (point: Point) => StatusError | null = () => null;
  invalidReason: string | null = null;
  errorFactor: number | null = null;
  worseFactor: number | null = null;
  violationAt: (point: Point) => ConstraintViolation | null = () => null;
  /** How much faster it is than simulated. */
  speedAt: (point: Point) => number = () => 1;
  restoreFailure: StatusError | null = null;

  constructor(fixedMs = 2, ownGoal = goal) {
    this.#fixedMs = fixedMs;
    this.#goal = ownGoal;
  }

  apply(settings: Settings): Promise<void> {
    this.applied.push(settings);
    return Promise.resolve();
  }

  restore(): Promise<void> {
    this.applied.push("former");
    return this.restoreFailure ? Promise.reject(this.restoreFailure) : Promise.resolve();
  }

  measure(point: Point, _: AbortSignal, cutoff: Cutoff | null = null): Promise<Measurement> {
    this.cutoffs.push(cutoff);
    const failure = this.failing(point);
    if (failure) return Promise.reject(failure);
    const time = (size: number) => (this.#fixedMs + size / 4) * MS;
    const times = [1, 16].map((size) => ({ size, ns: time(size) }));
    const cost = { times, variation: 0.1, slowdown: 1 };
    const model = { cost, overheadNs: 0.3 * MS, itemsPerRequest: 1 };
    const outcome = predict(model, this.#goal, point, { requests: 800, seed: 2 });
    const off = () => Math.exp(0.03 * normal(this.#random));
    const size = Math.min(point.settings.maxBatchSize, point.clients ?? 1);
    const { instances } = point.settings;
    // While the server keeps up, throughput is the rate.
    const throughput = outcome.throughput * (this.#goal.kind === "throughput" ? off() : 1);
    const speed = this.speedAt(point);
    return Promise.resolve({
      outcome: { throughput: throughput * speed, p99Ms: (outcome.p99Ms * off()) / speed },
      batches: [{ size, busy: instances, count: 300, ns: time(size) * instances }],
      invalidReason: this.invalidReason,
      errorFactor: this.invalidReason === null ? 1 : this.errorFactor,
      worseFactor: this.worseFactor,
      violation: this.violationAt(point),
    });
  }
}

const options: TuneOptions = {
  goal,
  known: [{ size: 1, busy: 1, count: 100, ns: 2.3 * MS }],
  overheadNs: 0.3 * MS,
  itemsPerRequest: 1,
  points: grid({ maxBatchSize: 16, maxInstances: 2, maxDelayUs: 0, clients: [1, 8, 32] }),
  baseline: BASELINE,
  trials: 8,
  noise: 0.05,
  requests: 300,
  seed: 1,
  pairs: 3,
};

function listener() {
  const lines: string[] = [];
  return {
    lines,
    began: () => {},
    measured: (_point: Point, _measurement: Measurement, number: number) =>
      void lines.push(`measured ${number}`),
    failed: (_point: Point, reason: string) => void lines.push(reason),
    confirming: (pair: number, _pairs: number, runnerUp: Point | null) =>
      void lines.push(runnerUp ? `pair ${pair} with a second` : `pair ${pair}`),
  };
}

const going = () => new AbortController().signal;

describe("tuning", () => {
  it("[SEARCH-10] confirms its offer, and restores the former configuration", async () => {
    const server = new SimulatedServer();
    const seen = listener();
    const result = await tune(server, options, seen, going());
    expect(result.conclusion).toBe("confirmed");
    expect(result.confirmation?.ratio?.low).toBeGreaterThan(1.5);
    expect(result.confirmation?.meets).toBe(true);
    expect(seen.lines.filter((line) => line.startsWith("pair"))).toHaveLength(3);
    expect(server.applied.at(-1)).toBe("former");
  });

  describe("with two configurations that noise could change the order of", () => {
    const close: TuneOptions = {
      ...options,
      goal: { kind: "throughput", p99Ms: null },
      // Instances take turns on one core.
      points: [
        BASELINE,
        { ...BASELINE, maxBatchSize: 16 },
        { ...BASELINE, maxBatchSize: 16, instances: 2 },
      ].map((settings) => ({ settings, clients: 32 })),
      trials: 3,
      noise: 0.2,
    };
    const isSame = (a: Point, b: Point) => JSON.stringify(a) === JSON.stringify(b);

    /** The best of the search turns out to be slower by this factor in the pairs. */
    async function confirmed(slower: number) {
      const server = new SimulatedServer(8, close.goal);
      const pairs: (Point | null)[] = [];
      let best: Point | null = null;
      const seen = {
        ...listener(),
        updated: (search: { best(): { readonly point: Point } | null }) => {
          best = search.best()?.point ?? best;
        },
        confirming: (_pair: number, _pairs: number, runnerUp: Point | null) => {
          pairs.push(runnerUp);
          const first = best;
          if (first) server.speedAt = (point) => (isSame(point, first) ? slower : 1);
        },
      };
      const result = await tune(server, close, seen, going());
      return { result, pairs, first: best as Point | null, server };
    }

    it("[SEARCH-26] measures the second best in the same pairs, and offers the better", async () => {
      const { result, pairs, first, server } = await confirmed(0.6);
      const second = pairs[0];
      expect(second).not.toBeNull();
      expect(pairs).toEqual([second, second, second]);
      // Three trials, and three pairs with a second configuration each.
      expect(server.cutoffs).toHaveLength(3 + 9);
      expect(result.found.point).toEqual(second);
      expect(result.conclusion).toBe("confirmed");
      const { winner, runnerUp } = result.confirmation ?? {};
      expect(runnerUp?.point).toEqual(first);
      expect(winner?.throughput).toBeGreaterThan((runnerUp?.outcome.throughput ?? 0) * 1.2);
    });

    it("[SEARCH-26] keeps the best if the pairs agree", async () => {
      const { result, pairs, first } = await confirmed(1.1);
      expect(result.found.point).toEqual(first);
      expect(result.confirmation?.runnerUp?.point).toEqual(pairs[0]);
      expect(result.conclusion).toBe("confirmed");
    });
  });

  it("[SEARCH-25] confirms in spite of invalid measurements whose possible errors can't matter", async () => {
    const server = new SimulatedServer();
    server.invalidReason = "Its speed changed by 20 %.";
    server.errorFactor = 1.25;
    const wide = await tune(
      server,
      { ...options, goal: { ...goal, p99Ms: null } },
      listener(),
      going(),
    );
    expect(wide.conclusion).toBe("confirmed");
    expect(wide.confirmation).toMatchObject({ invalidReason: null, possibleError: 0.25 });
    server.errorFactor = null;
    const unknown = await tune(server, options, listener(), going());
    expect(unknown.conclusion).toBe("unconfirmed");
    expect(unknown.confirmation?.invalidReason).toBe("Its speed changed by 20 %.");
  });

  it("[SEARCH-25] doesn't confirm if the limits could be missed by that error", async () => {
    const server = new SimulatedServer();
    server.invalidReason = "Its speed changed by 45 %.";
    server.errorFactor = 1 / 0.55;
    const { conclusion, confirmation } = await tune(server, options, listener(), going());
    expect(confirmation?.meets).toBe(true);
    expect((confirmation?.winner.p99Ms ?? 0) / 0.55).toBeGreaterThan(20);
    expect(conclusion).toBe("unconfirmed");
    server.worseFactor = 1;
    const readsHigh = await tune(server, options, listener(), going());
    expect(readsHigh.conclusion).toBe("confirmed");
  });

  it("[SEARCH-10] keeps the baseline if nothing is better", async () => {
    const only = options.points.filter(
      ({ settings }) => settings.instances === 1 && settings.maxBatchSize === 1,
    );
    const result = await tune(
      new SimulatedServer(),
      { ...options, points: only },
      listener(),
      going(),
    );
    expect(result.conclusion).toBe("baseline is best");
    expect(result.confirmation).toBeNull();
  });

  it("[SEARCH-10] confirms nothing with invalid measurements", async () => {
    const server = new SimulatedServer();
    server.invalidReason = "Other programs used 0.9 cores.";
    const result = await tune(server, options, listener(), going());
    expect(result.conclusion).toBe("unconfirmed");
    expect(result.confirmation?.invalidReason).toBe("Other programs used 0.9 cores.");
  });

  it("[SEARCH-16] excludes all with as many instances and as large batches as one that took too much memory", async () => {
    const server = new SimulatedServer();
    const violation = { kind: "memory" as const, text: "The server reports 300 MiB." };
    server.violationAt = ({ settings }) => (settings.maxBatchSize >= 8 ? violation : null);
    const result = await tune(server, options, listener(), going());
    expect(result.conclusion).toBe("confirmed");
    expect(result.found.point.settings.maxBatchSize).toBeLessThan(8);
    const tried = server.applied.filter((each) => each !== "former");
    const tooLarge = tried.filter(({ maxBatchSize }) => maxBatchSize >= 8);
    for (const [at, later] of tooLarge.entries()) {
      const isDominating = tooLarge
        .slice(0, at)
        .some((one) => later.maxBatchSize >= one.maxBatchSize && later.instances >= one.instances);
      expect(isDominating).toBe(false);
    }
  });

  it("[SEARCH-16] [SEARCH-18] offers a configuration that fits if the active one doesn't", async () => {
    const memory = { limitBytes: 150, instance: { bytes: 100, basis: "stated" as const } };
    const constraints: SearchConstraints = { memory, objectives: [] };
    const former = { ...BASELINE, maxBatchSize: 16, instances: 2 };
    const points = grid({ maxBatchSize: 16, maxInstances: 2, maxDelayUs: 0, clients: [1, 8] });
    const fitting = withinMemory(points, former, constraints);
    expect(fitting.excluded).toEqual([
      { configurations: 4, reason: expect.stringContaining("2 ×") },
    ]);
    const result = await tune(
      new SimulatedServer(),
      { ...options, baseline: former, points: fitting.points, constraints },
      listener(),
      going(),
    );
    expect(result.found.point.settings.instances).toBe(1);
    expect(result.conclusion).toBe("confirmed");
  });

  it("[SEARCH-17] [SEARCH-18] doesn't offer configurations that make another model miss its objective", async () => {
    const server = new SimulatedServer();
    const violation = { kind: "objective" as const, text: "Model 'b' missed its objective." };
    server.violationAt = () => violation;
    const none = await tune(server, options, listener(), going());
    expect(none.conclusion).toBe("out of reach");
    expect(none.confirmation).toBeNull();

    const late = new SimulatedServer();
    const seen = listener();
    late.violationAt = () =>
      seen.lines.some((line) => line.startsWith("pair")) ? violation : null;
    const result = await tune(late, options, seen, going());
    expect(result.conclusion).toBe("unconfirmed");
    expect(result.confirmation?.violation).toEqual(violation);
  });

  it("[SEARCH-9] continues an interrupted search as if it hadn't been interrupted", async () => {
    const points: Point[] = [];
    const trials: EarlierTrial[] = [];
    const recording = {
      ...listener(),
      began: ({ point }: { readonly point: Point }) => void points.push(point),
      measured: (point: Point, measurement: Measurement) =>
        void trials.push({ point, measurement }),
      failed: (point: Point) => void trials.push({ point, measurement: null }),
    };
    const failing = ({ settings }: Point) =>
      settings.maxBatchSize === 16 ? new StatusError("INVALID_ARGUMENT", "too large") : null;
    const whole = new SimulatedServer();
    whole.failing = failing;
    await tune(whole, options, recording, going());
    expect(trials.some(({ measurement }) => measurement === null)).toBe(true);

    const next: [Point, number][] = [];
    const rest = new SimulatedServer();
    rest.failing = failing;
    await tune(
      rest,
      { ...options, earlier: trials.slice(0, 4) },
      { ...listener(), began: ({ point }, number) => void next.push([point, number]) },
      going(),
    );
    expect(next[0]).toEqual([points[4], 5]);
  });

  it("[SEARCH-19] ends new points early once one keeps the limits, but neither the baseline nor pairs", async () => {
    const server = new SimulatedServer();
    const seen = listener();
    const result = await tune(server, options, seen, going());
    const trials = seen.lines.filter((line) => line.startsWith("measured")).length;
    const cutoffs = server.cutoffs.slice(0, trials);
    expect(cutoffs[0]).toBeNull();
    expect(cutoffs.filter((cutoff) => cutoff !== null).length).toBeGreaterThan(1);
    const limits = cutoffs.flatMap((cutoff) => cutoff?.p99Ms ?? []);
    expect(Math.min(...limits)).toBeCloseTo(22);
    expect(Math.max(...limits)).toBeCloseTo(22);
    const last = cutoffs.findLast((cutoff) => cutoff !== null)?.throughput ?? 0;
    expect(last).toBeLessThan(result.found.expected.throughput);
    expect(server.cutoffs.slice(trials).every((cutoff) => cutoff === null)).toBe(true);
  });

  it("[SEARCH-6] starts no further trial when its time is over, and confirms the best so far", async () => {
    const seen = listener();
    let updates = 0;
    const result = await tune(
      new SimulatedServer(),
      { ...options, isOver: () => seen.lines.length >= 3 },
      { ...seen, updated: (search) => void (updates += search.predictions().length > 0 ? 1 : 0) },
      going(),
    );
    expect(seen.lines.filter((line) => line.startsWith("measured"))).toHaveLength(3);
    expect(result).toMatchObject({ trials: 3, endReason: "The time is used." });
    expect(updates).toBe(4);
  });

  it("[SEARCH-10] reports a limit that is out of reach", async () => {
    const far = { ...options, goal: { kind: "throughput", p99Ms: 0.1 } as const };
    const result = await tune(new SimulatedServer(), far, listener(), going());
    expect(result.conclusion).toBe("out of reach");
  });

  it("[SEARCH-11] excludes batch sizes with which the model fails", async () => {
    const server = new SimulatedServer();
    server.failing = ({ settings }) =>
      settings.maxBatchSize > 4
        ? new StatusError("INVALID_ARGUMENT", "Batches of 8 don't fit.")
        : null;
    const seen = listener();
    const result = await tune(server, options, seen, going());
    expect(seen.lines).toContain("Batches of 8 don't fit.");
    expect(result.found.point.settings.maxBatchSize).toBeLessThanOrEqual(4);
    expect(server.applied.at(-1)).toBe("former");
  });

  it("[SEARCH-11] excludes a load that fails with settings that ran under a smaller one", async () => {
    const server = new SimulatedServer();
    server.failing = ({ clients }) =>
      clients === 32 ? new StatusError("RESOURCE_EXHAUSTED", "Too many connections.") : null;
    const seen = listener();
    const result = await tune(server, options, seen, going());
    expect(seen.lines).toContain("Too many connections.");
    expect(result.found.point.clients).toBe(8);
    expect(result.found.point.settings.maxBatchSize).toBeGreaterThan(1);
  });

  it("[SEARCH-10] prefers a configuration that keeps the limits to a baseline that breaks them", async () => {
    const rate: TuningGoal = { kind: "instances", rate: 700, p99Ms: 40 };
    const points = grid({ maxBatchSize: 16, maxInstances: 2, maxDelayUs: 0, clients: null });
    const server = new SimulatedServer(2, rate);
    const result = await tune(server, { ...options, goal: rate, points }, listener(), going());
    expect(result.conclusion).toBe("confirmed");
    expect(result.confirmation?.verdict).toBe("better");
    expect(result.confirmation?.baseline.throughput).toBeLessThan(600);
  });

  it("[SEARCH-11] ends with the server's error if it goes away, after restoring the former configuration", async () => {
    const server = new SimulatedServer();
    let count = 0;
    server.failing = () =>
      ++count > 3 ? new StatusError("UNAVAILABLE", "Connection refused.") : null;
    await expect(tune(server, options, listener(), going())).rejects.toThrow("Connection refused.");
    expect(server.applied.at(-1)).toBe("former");
  });

  it("[SEARCH-11] ends if the baseline fails", async () => {
    const server = new SimulatedServer();
    server.failing = () => new StatusError("INVALID_ARGUMENT", "No such input.");
    await expect(tune(server, options, listener(), going())).rejects.toThrow("No such input.");
  });

  it("[SEARCH-12] stops on request, and restores the former configuration", async () => {
    const server = new SimulatedServer();
    const stop = new AbortController();
    const seen = listener();
    const stopping = { ...seen, began: () => seen.lines.length >= 2 && stop.abort("Interrupted.") };
    await expect(tune(server, options, stopping, stop.signal)).rejects.toMatchObject({
      code: "ABORTED",
      message: "Interrupted.",
    });
    expect(seen.lines).toEqual(["measured 1", "measured 2"]);
    expect(server.applied.at(-1)).toBe("former");
  });

  it("[SEARCH-12] rejects with ABORTED if it is stopped during confirmation", async () => {
    const server = new SimulatedServer();
    const stop = new AbortController();
    const stopping = {
      ...listener(),
      confirming: (pair: number) => pair === 2 && stop.abort("Stopped."),
    };
    await expect(tune(server, options, stopping, stop.signal)).rejects.toMatchObject({
      code: "ABORTED",
      message: "Stopped.",
    });
    expect(server.applied.at(-1)).toBe("former");
  });

  it("[SEARCH-12] names what can't be restored, however the search ended", async () => {
    const server = new SimulatedServer();
    server.restoreFailure = new StatusError("UNAVAILABLE", "Connection refused.");
    const lost = {
      code: "DATA_LOSS",
      message: "Can't restore the former configuration: Connection refused. Load the model again.",
    };
    await expect(tune(server, options, listener(), going())).rejects.toMatchObject(lost);
    const stop = new AbortController();
    stop.abort("Stopped.");
    await expect(tune(server, options, listener(), stop.signal)).rejects.toMatchObject(lost);
  });
});
