import { describe, expect, it } from "vitest";
import { ManualClock } from "../../testing/manual-clock.ts";
import { finish } from "../../../base/steps.ts";
import { metricsTextSteps } from "../../servers/metrics/metrics-text.ts";
import { Observers } from "../polling/observers.ts";
import { FakeDirectory, FakeServer } from "../testing/fake-server.ts";
import { gapsBetween } from "./gaps.ts";
import { joinedRows } from "./joined-rows.ts";
import type { MetricsRecord, RecordedInstant, WantedMetrics } from "./metrics-record.ts";
import { pack } from "./packing/pack.ts";
import { layouts } from "./recent.ts";
import { recordedRows } from "./recorded-rows.ts";
import { toSeries } from "./series.ts";

const T = 1_790_000_000_000;

const exported = (success: number, queueUs: number, reset = "") => `
nv_inference_request_success{model="a",version="1"} ${success}
nv_inference_count{model="a",version="1"} ${success * 2}
nv_inference_exec_count{model="a",version="1"} ${success}
nv_inference_request_duration_us{model="a",version="1"} ${success * 4000}
nv_inference_queue_duration_us{model="a",version="1"} ${queueUs}
nv_inference_request_failure{model="a",version="1",reason="REJECTED"} 0
nv_inference_pending_request_count{model="a",version="1"} 3
batchdeck_inference_request_duration_us_bucket{model="a",version="1",le="1000"} 0
batchdeck_inference_request_duration_us_bucket{model="a",version="1",le="5000"} ${success}
batchdeck_inference_request_duration_us_bucket{model="a",version="1",le="+Inf"} ${success}
batchdeck_inference_request_duration_us_sum{model="a",version="1"} ${success * 4000}
batchdeck_inference_request_duration_us_count{model="a",version="1"} ${success}
${reset}`;

const instant = (t: number, text: string, restarted = false): RecordedInstant => ({
  t,
  samples: [...finish(metricsTextSteps(text)).samples.values()].flat(),
  restarted,
});

function recordOf(instants: readonly RecordedInstant[]) {
  const wanted: WantedMetrics[] = [];
  const record: MetricsRecord = {
    read: async (_, each) => {
      wanted.push(each);
      return { origin: "Prometheus prod", instants };
    },
  };
  return { record, wanted };
}

const span = { from: T, to: T + 60_000, stepMs: 10_000 };
const server = { server: new FakeServer(), models: ["a"], keys: [] };
const figures = [
  "requestsPerSecond",
  "inferencesPerSecond",
  "latencyMs",
  "queueMs",
  "waiting",
  "latencyP50Ms",
] as const;

describe("a record of a Triton's metrics", () => {
  it("[TRITON-7] [PROM-6] gives figures by the rules of its own answers", async () => {
    const { record, wanted } = recordOf([
      instant(T, exported(100, 1000)),
      instant(T + 10_000, exported(200, 201_000)),
      instant(T + 25_000, exported(500, 801_000)),
    ]);
    const rows = await recordedRows(record, server, span);
    const series = toSeries(
      rows,
      figures.map((figure) => ({ figure, model: "a" })),
      10,
    );
    expect(series.map(({ from, t, origin }) => [from - T, t - T, origin])).toEqual([
      [0, 10_000, "Prometheus prod"],
      [10_000, 25_000, "Prometheus prod"],
    ]);
    expect(series.map(({ values }) => values.map(({ value }) => value))).toEqual([
      [10, 20, 4, 2, 3, 3],
      [20, 40, 4, 2, 3, 3],
    ]);
    expect(wanted).toMatchObject([{ counter: "nv_inference_request_success", ...span }]);
  });

  it("[PROM-7] drops intervals in which a counter fell, the process restarted or scrapes are missing", async () => {
    const { record } = recordOf([
      instant(T, exported(100, 0, "process_start_time_seconds 1")),
      instant(T + 10_000, exported(50, 0, "process_start_time_seconds 1")),
      instant(T + 20_000, exported(60, 0, "process_start_time_seconds 1")),
      instant(T + 30_000, exported(70, 0, "process_start_time_seconds 2")),
      instant(T + 40_000, exported(80, 0, "process_start_time_seconds 2"), true),
      instant(T + 90_000, exported(90, 0, "process_start_time_seconds 2")),
      instant(T + 100_000, exported(100, 0, "process_start_time_seconds 2")),
    ]);
    const rows = await recordedRows(record, server, span);
    const series = toSeries(rows, [{ figure: "requestsPerSecond", model: "a" }], 20);
    const known = series.flatMap(({ t, values: [value] }) =>
      value && value.value !== null ? [[t - T, value.value]] : [],
    );
    expect(known).toEqual([
      [20_000, 1],
      [100_000, 1],
    ]);
  });

  it("[PROM-11] gives the metrics that a person charts, and asks for nothing of kinds without", async () => {
    const { record, wanted } = recordOf([
      instant(T, 'custom_total{x="1"} 5'),
      instant(T + 10_000, 'custom_total{x="1"} 25'),
    ]);
    const key = {
      kind: "metric",
      name: "custom_total",
      labels: { x: "1" },
      as: "rate",
    } as const;
    const rows = await recordedRows(record, { ...server, keys: [key] }, span);
    expect(
      toSeries(rows, [{ figure: "metric.rate" as never, model: 'custom_total{x="1"}' }], 5),
    ).toMatchObject([{ values: [{ value: 2 }] }]);
    expect(wanted[0]?.names).toContain("|custom_total|custom_total_bucket|");
    const ollama = new FakeServer("o");
    ollama.become({ kind: "ollama" });
    expect(await recordedRows(record, { ...server, server: ollama }, span)).toEqual([]);
    expect(wanted).toHaveLength(1);
  });
});

const row = (t: number, seconds: number) => {
  const delta = {
    seconds,
    parts: [
      {
        form: "rate",
        figure: "requestsPerSecond",
        model: "a",
        source: "x",
        growth: seconds * 7,
        seconds,
      },
    ],
  } as const;
  return { t, layout: layouts.of(delta.parts, null), bytes: pack(delta) };
};

describe("[OBSERVE-27] what is neither in memory nor on disk", () => {
  it("is each span of 30 s and two points at least that no row covers", () => {
    const rows = [row(T + 100_000, 10), row(T + 110_000, 10), row(T + 200_000, 10)];
    const gaps = (stepMs: number) =>
      gapsBetween(rows, { from: T, to: T + 220_000, stepMs }).map(({ from, to }) => [
        from - T,
        to - T,
      ]);
    expect(gaps(1000)).toEqual([
      [0, 90_000],
      [110_000, 190_000],
    ]);
    expect(gaps(42_000)).toEqual([[0, 90_000]]);
    expect(gaps(60_000)).toEqual([]);
  });

  it("comes from the record, and what is there stays as it is", async () => {
    const clock = new ManualClock(T + 200_000);
    using observers = new Observers({
      servers: new FakeDirectory([new FakeServer()]),
      clock,
      random: () => 0.5,
    });
    const instants = Array.from({ length: 21 }, (_, index) =>
      instant(T + index * 10_000, exported(index * 50, 0)),
    );
    const { record } = recordOf(instants);
    const past = { rows: async () => [row(T + 100_000, 10), row(T + 110_000, 10)] };
    const observer = observers.of("fake");
    const rows = await joinedRows(past, record)(observer, T, T + 200_000, 10_000);
    expect(rows.map(({ t, origin }) => [(t - T) / 1000, origin ?? "own"])).toEqual([
      ...[10, 20, 30, 40, 50, 60, 70, 80, 90].map((t) => [t, "Prometheus prod"]),
      [100, "own"],
      [110, "own"],
      ...[120, 130, 140, 150, 160, 170, 180, 190, 200].map((t) => [t, "Prometheus prod"]),
    ]);
    const without = await joinedRows(past)(observer, T, T + 199_000, 10_000);
    expect(without.map(({ origin }) => origin)).toEqual([undefined, undefined]);
  });
});
