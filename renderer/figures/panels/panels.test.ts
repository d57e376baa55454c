import { describe, expect, test } from "vitest";
import { originSpans } from "../../charts/samples.ts";
import { originAt } from "../../charts/series-data.ts";
import { findLink } from "./find-link.ts";
import { panelLines, panelValueText, seriesName, distinguishingLabels } from "./panel-lines.ts";

const series = (labels: Record<string, string>, points: [number, number | null][] = []) => ({
  labels,
  points,
});

describe("lines of a panel", () => {
  test("[PROM-14] have a gap where points are further apart than 1.5 steps", () => {
    const points: [number, number][] = [
      [0, 1],
      [10_000, 2],
      [40_000, 3],
    ];
    const panel = { id: 1, title: "Time", unit: "seconds" } as const;
    const [line] = panelLines(panel, { series: [series({}, points)], stepSeconds: 10 });
    expect(line?.points.map(({ t, value }) => [t, value])).toEqual([
      [0, 1000],
      [10_000, 2000],
      [20_000, null],
      [40_000, 3000],
    ]);
    expect([line?.label, line?.name, line?.text(3000)]).toEqual(["Time", "Time", "3 s"]);
  });

  test("are named by the shortest label that distinguishes them, or by all that differ", () => {
    const names = (all: readonly Record<string, string>[]) => {
      const distinguishing = distinguishingLabels(all);
      return all.map((labels) => seriesName(labels, distinguishing));
    };
    const common = { __name__: "x", job: "triton" };
    expect(
      names([
        { ...common, model: "a", uuid: "long-1" },
        { ...common, model: "b", uuid: "long-2" },
      ]),
    ).toEqual(["a", "b"]);
    expect(
      names([
        { ...common, gpu: "0" },
        { ...common, gpu: "1" },
      ]),
    ).toEqual(['gpu="0"', 'gpu="1"']);
    const pairs = [
      { model: "a", version: "1" },
      { model: "a", version: "2" },
      { model: "b", version: "1" },
    ];
    expect(names(pairs)).toEqual([
      'model="a", version="1"',
      'model="a", version="2"',
      'model="b", version="1"',
    ]);
    expect(names([{ __name__: "up" }, { __name__: "down" }])).toEqual(["up", "down"]);
  });

  test("have values in their unit", () => {
    expect(panelValueText("percent", 87)).toBe("87 %");
    expect(panelValueText("bytes", 1024)).toBe("1 KiB");
    expect(panelValueText("watts", 412.5)).toBe("413 W");
    expect(panelValueText("none", null)).toBe("–");
  });
});

test("[PROM-10] intervals that follow one another and come from elsewhere are one span", () => {
  const interval = (from: number, origin?: string) => ({
    from: from * 1000,
    t: from * 1000 + 10_000,
    values: [],
    ...(origin !== undefined && { origin }),
  });
  const spans = originSpans([
    interval(0, "Prometheus a"),
    interval(10, "Prometheus a"),
    interval(20),
    interval(30, "Prometheus a"),
  ]);
  expect(spans).toEqual([
    { from: 0, to: 20_000, origin: "Prometheus a" },
    { from: 30_000, to: 40_000, origin: "Prometheus a" },
  ]);
  expect([5000, 25_000].map((t) => originAt(spans, t))).toEqual(["Prometheus a", null]);
});

test("a replica's series are found by its fleet's link", () => {
  const link = {
    serverId: "fleet-2",
    prometheus: "prometheus-1",
    name: "prod",
    labels: { job: "a" },
    replicaLabel: "pod",
    problem: null,
  } as const;
  expect(findLink([link], "fleet-2/triton-0")).toBe(link);
  expect(findLink([link], "fleet-1/triton-0")).toBeNull();
  expect(findLink(null, "server-1")).toBeNull();
});
