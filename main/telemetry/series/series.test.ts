import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ManualClock } from "../../testing/manual-clock.ts";
import type { FigureId } from "../../contract/index.ts";
import { exportedMetrics } from "../exported-metrics.ts";
import type { Delta } from "../delta/delta.ts";
import { nameOfSeries } from "../delta/metric-name.ts";
import { Observers } from "../polling/observers.ts";
import { packChunk, unpackChunk } from "./packing/chunk.ts";
import { pack, unpack, unpackSome } from "./packing/pack.ts";
import { layouts, type Row } from "./recent.ts";
import { toSeries } from "./series.ts";
import { observedHandlers } from "../observed-handlers.ts";
import { joinedRows } from "./joined-rows.ts";
import { FakeDirectory, FakeServer, requests } from "../testing/fake-server.ts";

/** One figure of rows. */
const pointsOf = (rows: readonly Row[], figure: FigureId, model: string, maxPoints: number) =>
  toSeries(rows, [{ figure, model }], maxPoints).flatMap(({ t, values }) =>
    values.map((value) => ({ t, ...value })),
  );

const rate = (growth: number, seconds = 1): Delta => ({
  seconds,
  restarted: false,
  models: [],
  parts: [{ form: "rate", figure: "requestsPerSecond", model: "a", source: "x", growth, seconds }],
});
const rowOf = (t: number, delta: Delta) => ({
  t,
  layout: layouts.of(delta.parts, null),
  bytes: pack(delta),
});
const text = `# HELP reqs_total Requests, by code.
# TYPE reqs_total counter
reqs_total{code="200",model="a"} 7
reqs_total{code="500",model="a"} 3
# HELP lat_seconds Latency\\nof answers.
# TYPE lat_seconds histogram
lat_seconds_bucket{le="0.1"} 4
lat_seconds_bucket{le="+Inf"} 8
lat_seconds_sum 2
lat_seconds_count 8
depth 4
`;

describe("packed rows", () => {
  const number = fc.integer({ min: 0, max: 100_000 });
  const part = fc.oneof(
    fc.tuple(number, fc.integer({ min: 0, max: 3 })).map(([sum, readings]) => ({
      form: "gauge" as const,
      figure: "waiting" as const,
      model: "m",
      source: "s",
      across: "sum" as const,
      sum: readings ? sum : 0,
      readings,
      ...(readings > 0 &&
        sum % 2 === 1 && {
          by: [
            [1, sum],
            [300, 0],
          ] as [number, number][],
        }),
    })),
    fc.tuple(number, fc.constantFrom(0, 5, 2)).map(([growth, seconds]) => ({
      form: "rate" as const,
      figure: "requestsPerSecond" as const,
      model: "m",
      source: "s",
      growth: seconds ? growth : 0,
      seconds,
      ...(seconds > 0 && { ranges: { requestsPerSecond: [1, 2] as const } }),
      ...(seconds > 0 &&
        growth > 0 && {
          by: [
            [0, growth],
            [8, 1],
          ] as [number, number][],
        }),
    })),
    fc.tuple(number, number).map(([a, whole]) => ({
      form: "ratio" as const,
      figure: "queueMs" as const,
      model: "m",
      source: "s",
      part: whole ? a : 0,
      whole,
    })),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 }).map((counts) => {
      const count = counts.reduce((sum, each) => sum + each, 0);
      return {
        form: "histogram" as const,
        mean: "latencyMs" as const,
        quantiles: { latencyP99Ms: 0.99 } as const,
        model: "m",
        source: "s",
        bounds: [1, 2, Infinity],
        counts,
        sum: count,
        count,
      };
    }),
  );

  it("[HISTORY-2] [OBSERVE-25] unpacks what was packed, completely or by column", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const layout = layouts.of(parts, null);
        const bytes = pack({ seconds: 5, parts });
        expect(unpack(layout, bytes)).toEqual({ seconds: 5, parts });
        parts.forEach((each, place) =>
          expect(unpackSome(layout, bytes, [place]).get(place)).toEqual(each),
        );
      }),
    );
  });
});

describe("chunks of rows", () => {
  const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });

  it("[HISTORY-10] keeps numbers to one part in 8,000, ranges to one in 100, rounded outwards", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 70 }), (values) => {
        const rows = values.map((sum, n) => {
          const ranges = { waiting: [sum - 1, sum + 1] as const };
          const [name] = [{ model: "m", source: "s", across: "sum" as const }];
          const gauge = { ...name, form: "gauge" as const, figure: "waiting" as const };
          const histogram = {
            form: "histogram" as const,
            mean: null,
            quantiles: { latencyP99Ms: 0.99 } as const,
            model: "m",
            source: "s",
            bounds: [1, 2, Infinity],
            counts: [n % 3, 0, n],
            sum: n,
            count: (n % 3) + n,
          };
          const latency = {
            form: "latency" as const,
            quantiles: { latencyP50Ms: 0.5 } as const,
            model: "n",
            source: "s",
            latency: { indices: [3, 700 + n], counts: [n + 1, 2] },
          };
          const by: [number, number][] = [
            [1, n],
            [64, 2],
          ];
          const parts = [{ ...gauge, sum, readings: 1, by, ranges }, histogram, latency];
          return rowOf(n * 10_000, { seconds: 9.75, restarted: false, models: [], parts });
        });
        const [first] = rows;
        if (!first) return;
        const { layout } = first;
        const back = unpackChunk(layout, packChunk(layout, rows));
        expect(back.map(({ t }) => t)).toEqual(rows.map(({ t }) => t));
        back.forEach(({ bytes }, n) => {
          const { seconds, parts } = unpack(layout, bytes);
          const [gauge, histogram, latency] = parts;
          expect(latency).toMatchObject({ latency: { indices: [3, 700 + n], counts: [n + 1, 2] } });
          expect(unpackSome(layout, bytes, [2]).get(2)).toEqual(latency);
          expect(gauge).toMatchObject({
            by: [
              [1, n],
              [64, 2],
            ],
          });
          const reported = values[n] ?? 0;
          expect(seconds).toBe(9.75);
          expect(histogram).toMatchObject({ counts: [n % 3, 0, n], count: (n % 3) + n });
          if (gauge?.form !== "gauge") throw new TypeError("a gauge was packed");
          expect(Math.abs(gauge.sum - reported)).toBeLessThanOrEqual(
            Math.abs(reported) / 8000 + 1e-30,
          );
          const [least = 0, most = 0] = gauge.ranges?.waiting ?? [];
          expect(least).toBeLessThanOrEqual(Math.fround(reported - 1));
          expect(most).toBeGreaterThanOrEqual(Math.fround(reported + 1));
          expect(most - least).toBeLessThanOrEqual(2.001 + Math.abs(reported) / 50 + 0.05);
        });
      }),
    );
  });
});

describe("series", () => {
  it("[OBSERVE-16] sums intervals to points, with the range of any interval", () => {
    const rows = Array.from({ length: 100 }, (_, n) => rowOf(n * 1000, rate(n === 42 ? 100 : 1)));
    const points = pointsOf(rows, "requestsPerSecond", "a", 10);
    expect(points.length).toBeLessThanOrEqual(10);
    const peak = points.find(({ most }) => most === 100);
    expect(peak?.least).toBe(1);
    expect(peak?.value).toBeCloseTo(1 + 99 / 11);
    expect(pointsOf(rows, "requestsPerSecond", "b", 10)).toEqual([]);
  });

  it("[OBSERVE-16] joins rows of different lengths without gaps", () => {
    const coarse = [300, 600, 900].map((s) => rowOf(s * 1000, rate(300, 300)));
    const fine = Array.from({ length: 50 }, (_, n) => rowOf(910_000 + n * 10_000, rate(10, 10)));
    const points = pointsOf([...coarse, ...fine], "requestsPerSecond", "a", 300);
    expect(points).toHaveLength(53);
    expect(points.every(({ value }) => value === 1)).toBe(true);
  });

  it("[OBSERVE-16] keeps gaps where there are as many points as requested", () => {
    const rows = Array.from({ length: 300 }, (_, n) => {
      const outage = n >= 100 ? 600 : 0;
      return rowOf((n + outage) * 1000, rate(1));
    });
    const points = pointsOf(rows, "requestsPerSecond", "a", 300);
    expect(points.length).toBeLessThanOrEqual(300);
    expect(points.filter(({ value }) => value === null)).toHaveLength(1);
  });

  it("[OBSERVE-16] shows a span without polls as an empty point", () => {
    const rows = [0, 5, 10, 60, 65].map((s) => rowOf(s * 1000, rate(5, 5)));
    const points = pointsOf(rows, "requestsPerSecond", "a", 300);
    expect(points.map(({ t, value }) => [t / 1000, value])).toEqual([
      [0, 1],
      [5, 1],
      [10, 1],
      [15, null],
      [60, 1],
      [65, 1],
    ]);
  });

  it("[OBSERVE-15] continues in memory where the disk ends", async () => {
    const clock = new ManualClock();
    const server = new FakeServer("s");
    let total = 0;
    server.answer = async () => ({
      incarnation: null,
      models: [],
      exposition: null,
      figures: [requests((total += 10))],
    });
    using observers = new Observers({
      servers: new FakeDirectory([server]),
      clock,
      random: () => 1,
    });
    await clock.advance(0);
    for (let n = 0; n < 4; n++) await clock.advance(5000);
    const asked: number[][] = [];
    const domain = observedHandlers({
      observers,
      readRows: joinedRows({
        rows: async (_, from, to, step) => {
          asked.push([from, to, step]);
          return [rowOf(990_000, rate(7))];
        },
      }),
      pins: { of: () => [], set: () => {} },
      recall: () => null,
    });
    const ask = {
      serverId: "s",
      keys: [{ kind: "figure" as const, figure: "requestsPerSecond" as const, model: "a" }],
      maxPoints: 100,
    };
    const { signal } = new AbortController();
    const points = await domain.requests["observed.series"](
      { ...ask, from: 900_000, to: 1_100_000 },
      signal,
    );
    expect(asked).toEqual([[900_000, 999_999, 2000]]);
    expect(points.map(({ values: [first] }) => first?.value)).toEqual(
      [7, null, null, 2, 2, 2, 2].filter((each, n) => each !== null || n > 1),
    );
  });

  it("[OBSERVE-17] charts a metric from its first request", async () => {
    const clock = new ManualClock();
    const server = new FakeServer("s");
    server.reports([], { exposition: text });
    using observers = new Observers({
      servers: new FakeDirectory([server]),
      clock,
      random: () => 1,
    });
    await clock.advance(0);
    const observer = observers.of("s");
    const key = {
      kind: "metric",
      name: "reqs_total",
      labels: { model: "a" },
      as: "value",
    } as const;
    const { figure, model } = nameOfSeries(key);
    const series = () => pointsOf(observer.recent.between(0, Infinity), figure, model, 100);
    expect(series()).toEqual([]);
    observer.subscriptions.ask(key);
    observer.subscriptions.ask({ ...key, name: "lat_seconds", labels: {}, as: "p99" });
    await clock.advance(5000);
    server.reports([], {
      exposition: text
        .replace(" 3", " 13")
        .replace('le="0.1"} 4', 'le="0.1"} 14')
        .replaceAll(" 8", " 18"),
    });
    await clock.advance(5000);
    expect(series().map(({ value }) => value)).toEqual([10, 20]);
    const p50 = nameOfSeries({ ...key, name: "lat_seconds", labels: {}, as: "p50" });
    const latency = pointsOf(observer.recent.between(0, Infinity), p50.figure, p50.model, 100);
    expect(latency.map(({ value }) => value)).toEqual([null, 0.05]);
    expect(observer.latest()?.frame.figures).toEqual([]);
    for (let n = 0; n < 130; n++) await clock.advance(5000);
    expect(observer.subscriptions.keys()).toEqual([]);
    expect(observer.latest()?.delta.parts).toEqual([]);
  });

  it("[OBSERVE-18] lists metrics with type, help and label sets", async () => {
    expect(await exportedMetrics(text)).toEqual([
      { name: "depth", type: "untyped", help: "", series: [{}] },
      { name: "lat_seconds", type: "histogram", help: "Latency\nof answers.", series: [{}] },
      {
        name: "reqs_total",
        type: "counter",
        help: "Requests, by code.",
        series: [
          { code: "200", model: "a" },
          { code: "500", model: "a" },
        ],
      },
    ]);
  });
});
