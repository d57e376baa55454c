import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Observation, type RawFigure, versionFigure } from "../../servers/index.ts";
import { type Delta, computeDelta } from "./delta.ts";
import { toFigures } from "./part-figures.ts";
import { joinDeltas, mergeDeltas } from "./merge.ts";

const observation = (figures: readonly RawFigure[], incarnation: string | null = null) =>
  ({ incarnation, models: [], figures, exposition: null }) satisfies Observation;

const rate = (total: number, model = "a"): RawFigure => ({
  form: "rate",
  figure: "requestsPerSecond",
  model,
  source: "requests_total",
  total,
});
const gauge = (value: number, across: "sum" | "most" | "none" = "sum"): RawFigure => ({
  form: "gauge",
  figure: "waiting",
  model: "a",
  source: "waiting",
  value,
  across,
});
const ratio = (part: number, whole: number): RawFigure => ({
  form: "ratio",
  figure: "queueMs",
  model: "a",
  source: "queue_us",
  part,
  whole,
  scale: 0.001,
});
const histogram = (
  buckets: readonly (readonly [number, number])[],
  sum: number,
  scale = 1,
): RawFigure => ({
  form: "histogram",
  mean: "latencyMs",
  quantiles: { latencyP50Ms: 0.5, latencyP99Ms: 0.99 },
  model: "a",
  source: "latency",
  buckets,
  sum,
  count: buckets.at(-1)?.[1] ?? 0,
  scale,
});

const between = (before: RawFigure, now: RawFigure, seconds = 5) =>
  computeDelta(observation([before]), observation([now]), seconds);
const values = (delta: Parameters<typeof toFigures>[0]) =>
  Object.fromEntries(toFigures(delta).map(({ figure, value }) => [figure, value]));

describe("between two polls", () => {
  it("[OBSERVE-1] turns counters into rates, means and shares in the figure's unit", () => {
    expect(values(between(rate(100), rate(150)))).toEqual({ requestsPerSecond: 10 });
    expect(values(between(ratio(0, 0), ratio(20_000, 4)))).toEqual({ queueMs: 5 });
    expect(values(between(ratio(5, 5), ratio(5, 5)))).toEqual({ queueMs: null });
  });

  it("[OBSERVE-1] keeps what one counter of a mean grew by until the other grows", () => {
    const first = between(ratio(0, 0), ratio(6000, 0));
    const second = between(ratio(6000, 0), ratio(8000, 4));
    expect(values(first)).toEqual({ queueMs: null });
    expect(values(joinDeltas([first, second]))).toEqual({ queueMs: 2 });
  });

  it("[OBSERVE-1] reports no negative, NaN or infinite figure, whatever a server sends", () => {
    const number = fc.oneof(fc.double(), fc.integer({ min: 0, max: 1e6 }));
    const anyFigure = fc.oneof(
      number.map((total) => rate(total)),
      fc.tuple(number, number).map(([part, whole]) => ratio(part, whole)),
      fc.array(fc.tuple(number, number)).map((buckets) => histogram(buckets, 1)),
    );
    const answers = fc.array(anyFigure, { maxLength: 4 });
    fc.assert(
      fc.property(answers, answers, (before, now) => {
        const delta = computeDelta(observation(before), observation(now), 5);
        for (const { value } of toFigures(mergeDeltas([delta, delta]))) {
          if (value === null) continue;
          expect(Number.isFinite(value)).toBe(true);
        }
        const rates = toFigures(delta).filter(({ figure }) => figure === "requestsPerSecond");
        for (const { value } of rates) expect(value ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("[OBSERVE-2] has only gauges after the first poll", () => {
    const first = computeDelta(null, observation([rate(1e9), gauge(3), ratio(1, 2)]), 0);
    expect(values(first)).toEqual({ requestsPerSecond: null, waiting: 3, queueMs: null });
    expect(first).toMatchObject({ seconds: 0, restarted: false });
  });

  it("[OBSERVE-3] takes another incarnation, or counters that went down, as a restart without a rate", () => {
    const renamed = computeDelta(observation([rate(5)], "one"), observation([rate(9)], "two"), 5);
    expect(renamed).toMatchObject({ restarted: true, seconds: 0 });
    expect(values(renamed)).toEqual({ requestsPerSecond: null });
    const fallen = computeDelta(
      observation([rate(50, "a"), rate(70, "b"), rate(1, "c")]),
      observation([rate(2, "a"), rate(3, "b"), rate(4, "c")]),
      5,
    );
    expect(fallen.restarted).toBe(true);
    expect(toFigures(fallen).map(({ value }) => value)).toEqual([null, null, null]);
  });

  it("[OBSERVE-3] takes one model's counters as a restart only after a silence: an applied configuration looks the same", () => {
    const [was, is] = [
      observation([rate(50, "used"), rate(0, "idle")]),
      observation([rate(2, "used"), rate(0, "idle")]),
    ];
    expect(computeDelta(was, is, 5)).toMatchObject({ restarted: false, seconds: 5 });
    expect(toFigures(computeDelta(was, is, 5)).map(({ value }) => value)).toEqual([null, 0]);
    expect(computeDelta(was, is, 5, true)).toMatchObject({ restarted: true });
  });

  it("[OBSERVE-3] takes counters of several versions that go down as those of one model", () => {
    const version = (total: number, name: string): RawFigure => ({
      ...(rate(total) as RawFigure & { form: "rate" }),
      figure: versionFigure("requestsPerSecond", name),
    });
    const delta = computeDelta(
      observation([rate(120), version(50, "1"), version(70, "2"), rate(1, "b")]),
      observation([rate(5), version(2, "1"), version(3, "2"), rate(1, "b")]),
      5,
    );
    expect(delta.restarted).toBe(false);
    expect(toFigures(delta).map(({ model, value }) => [model, value])).toEqual([
      ["a", null],
      ["b", 0],
    ]);
  });

  it("[OBSERVE-4] drops the interval of a model that was reloaded, and only of that", () => {
    const delta = computeDelta(
      observation([rate(50, "a"), rate(70, "b")]),
      observation([rate(2, "a"), rate(80, "b")]),
      5,
    );
    expect(delta.restarted).toBe(false);
    expect(toFigures(delta).map(({ value }) => value)).toEqual([null, 2]);
    const same = computeDelta(observation([rate(50)], "x"), observation([rate(2)], "x"), 5);
    expect(same.restarted).toBe(false);
    expect(values(same)).toEqual({ requestsPerSecond: null });
  });

  it("[OBSERVE-4] starts over for what returns, in whatever order it is reported", () => {
    const [all, without] = [
      observation([rate(5, "a"), rate(5, "b")]),
      observation([rate(10, "b")]),
    ];
    expect(toFigures(computeDelta(all, without, 5)).map(({ value }) => value)).toEqual([1]);
    const back = computeDelta(without, observation([rate(900_000, "a"), rate(15, "b")]), 5);
    expect(toFigures(back).map(({ value }) => value)).toEqual([null, 1]);
  });

  it("[OBSERVE-5] interpolates percentiles evenly in their bucket and marks them as derived", () => {
    const zero = histogram(
      [
        [0.1, 0],
        [0.2, 0],
        [Infinity, 0],
      ],
      0,
      1000,
    );
    const delta = between(
      zero,
      histogram(
        [
          [0.1, 50],
          [0.2, 100],
          [Infinity, 100],
        ],
        12,
        1000,
      ),
    );
    expect(values(delta)).toEqual({ latencyMs: 120, latencyP50Ms: 100, latencyP99Ms: 198 });
    const byFigure = new Map(toFigures(delta).map((each) => [each.figure, each]));
    expect(byFigure.get("latencyMs")?.provenance).toBe("exact");
    expect(byFigure.get("latencyP99Ms")?.provenance).toBe("derived");
    const beyond = between(
      zero,
      histogram(
        [
          [0.1, 0],
          [0.2, 1],
          [Infinity, 9],
        ],
        12,
        1000,
      ),
    );
    const p99 = toFigures(beyond).find(({ figure }) => figure === "latencyP99Ms");
    expect(p99).toMatchObject({ value: 200, hint: expect.stringContaining("At least") });
  });
});

describe("combined", () => {
  it("[OBSERVE-6] sums rates, divides sums for means, and combines gauges as declared", () => {
    const one = computeDelta(
      observation([rate(0), ratio(0, 0), gauge(1)]),
      observation([rate(50), ratio(10_000, 10), gauge(4)]),
      5,
    );
    const other = computeDelta(
      observation([rate(0), ratio(0, 0), gauge(1)]),
      observation([rate(5), ratio(90_000, 1), gauge(2)]),
      5,
    );
    expect(values(mergeDeltas([one, other]))).toEqual({
      requestsPerSecond: 11,
      queueMs: 100 / 11,
      waiting: 6,
    });
    const most = (value: number) => computeDelta(null, observation([gauge(value, "most")]), 0);
    expect(values(mergeDeltas([most(4), most(7)]))).toEqual({ waiting: 7 });
    const alone = (value: number) => computeDelta(null, observation([gauge(value, "none")]), 0);
    expect(toFigures(mergeDeltas([alone(4), alone(7)]))).toMatchObject([
      { provenance: "unavailable", value: null },
    ]);
  });

  it("[OBSERVE-6] takes percentiles from added buckets", () => {
    const zero = histogram(
      [
        [10, 0],
        [20, 0],
        [40, 0],
        [Infinity, 0],
      ],
      0,
    );
    const fast = between(
      zero,
      histogram(
        [
          [10, 900],
          [20, 900],
          [40, 900],
          [Infinity, 900],
        ],
        4500,
      ),
    );
    const slow = between(
      zero,
      histogram(
        [
          [10, 0],
          [20, 0],
          [40, 100],
          [Infinity, 100],
        ],
        3000,
      ),
    );
    // Of 1000 requests the 990th is the 90th of 100 between 20 and 40: 38. The mean of the two p99s would be 24.85.
    expect(values(mergeDeltas([fast, slow])).latencyP99Ms).toBeCloseTo(38);
  });

  it("[OBSERVE-6] sums what is known of a server that restarted", () => {
    const up = between(rate(0), rate(50));
    const restarted = computeDelta(
      observation([rate(50)], "one"),
      observation([rate(1)], "two"),
      5,
    );
    expect(values(mergeDeltas([up, restarted]))).toEqual({ requestsPerSecond: 10 });
    expect(mergeDeltas([up, restarted]).restarted).toBe(true);
  });

  it("[OBSERVE-7] weighs an interval of one second like one of five", () => {
    const short = computeDelta(
      observation([rate(0), ratio(0, 0)]),
      observation([rate(10), ratio(10_000, 10)]),
      1,
    );
    const long = computeDelta(
      observation([rate(0), ratio(0, 0)]),
      observation([rate(50), ratio(150_000, 50)]),
      5,
    );
    expect(values(mergeDeltas([short, long]))).toEqual({ requestsPerSecond: 20, queueMs: 2 });
  });

  it("[OBSERVE-8] adds histograms with different bounds by those they share", () => {
    const zero = (bounds: number[]) =>
      histogram([...bounds.map((bound): [number, number] => [bound, 0]), [Infinity, 0]], 0);
    const one = between(
      zero([10, 20, 40]),
      histogram(
        [
          [10, 5],
          [20, 10],
          [40, 10],
          [Infinity, 10],
        ],
        100,
      ),
    );
    const other = between(
      zero([10, 40]),
      histogram(
        [
          [10, 0],
          [40, 10],
          [Infinity, 10],
        ],
        300,
      ),
    );
    expect(values(mergeDeltas([one, other]))).toMatchObject({ latencyMs: 20, latencyP50Ms: 20 });
    const foreign = between(
      zero([7]),
      histogram(
        [
          [7, 10],
          [Infinity, 10],
        ],
        100,
      ),
    );
    const none = toFigures(mergeDeltas([one, foreign]));
    expect(none).toMatchObject([
      { figure: "latencyMs", value: 10 },
      {
        figure: "latencyP50Ms",
        value: null,
        hint: expect.stringContaining("no bucket boundary in common"),
      },
      { figure: "latencyP99Ms", value: null },
    ]);
  });

  it("[OBSERVE-9] merges intervals with the range of each figure", () => {
    const steps = [
      between(rate(0), rate(10), 1),
      between(rate(10), rate(10), 1),
      between(rate(10), rate(30), 2),
    ];
    const whole = joinDeltas(steps);
    expect(whole.seconds).toBe(4);
    expect(values(whole)).toEqual({ requestsPerSecond: 7.5 });
    expect(whole.parts[0]?.ranges).toEqual({ requestsPerSecond: [0, 10] });
    expect(joinDeltas([joinDeltas(steps.slice(0, 2)), joinDeltas(steps.slice(2))])).toEqual(whole);
  });
});

describe("[OBSERVE-25] a breakdown", () => {
  const executions = (counts: [number, number][]): RawFigure => ({
    form: "rate",
    figure: "executionsPerSecond",
    model: "a",
    source: "execution_count",
    total: counts.reduce((sum, [, count]) => sum + count, 0),
    by: counts,
  });
  const depth = (levels: [number, number][]): RawFigure => ({
    form: "gauge",
    figure: "waiting",
    model: "a",
    source: "queued",
    value: levels.reduce((sum, [, count]) => sum + count, 0),
    across: "sum",
    by: levels,
  });
  const observed = (figures: RawFigure[]): Observation => ({
    incarnation: null,
    models: [],
    figures,
    exposition: null,
  });
  const first = observed([executions([[1, 5]]), depth([[1, 2]])]);
  const second = observed([
    executions([
      [1, 5],
      [8, 3],
    ]),
    depth([
      [1, 0],
      [2, 4],
    ]),
  ]);
  const byOf = ({ parts }: Pick<Delta, "parts">) =>
    parts.map((part) => (part.form === "rate" || part.form === "gauge" ? part.by : null));
  const delta = computeDelta(first, second, 1);

  it("has the growth of each part for a rate, and the newest reading for a gauge", () => {
    expect(byOf(delta)).toEqual([
      [[8, 3]],
      [
        [1, 0],
        [2, 4],
      ],
    ]);
    expect(byOf(computeDelta(null, first, 0))).toEqual([undefined, [[1, 2]]]);
  });

  it("is summed over intervals and over servers", () => {
    const start = computeDelta(null, first, 0);
    expect(byOf(joinDeltas([start, delta, delta]))).toEqual([
      [[8, 6]],
      [
        [1, 2],
        [2, 8],
      ],
    ]);
    expect(byOf(mergeDeltas([delta, delta]))).toEqual([
      [[8, 6]],
      [
        [1, 0],
        [2, 8],
      ],
    ]);
  });
});
