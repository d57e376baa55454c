import { act } from "react";
import { expect, test } from "vitest";
import { setUpCharts, show } from "../ui/testing/show-chart.tsx";
import { LabCurve } from "./lab-curve.tsx";
import type { CurveSeries } from "./lab-curve-data.ts";

setUpCharts();

const series: CurveSeries[] = [
  {
    key: "a",
    label: "run 1",
    color: "red",
    knee: 1,
    points: [
      { x: 400, y: 2.5, low: 2.25, high: 2.75, label: "concurrency 1" },
      { x: 3900, y: 4.4, label: "concurrency 16" },
      { x: 4000, y: 31, label: "concurrency 64", invalid: true },
    ],
  },
];
const curve = (more: Partial<Parameters<typeof LabCurve>[0]> = {}) => (
  <LabCurve title="Curve" about="About." yTitle="p99" series={series} {...more} />
);

test("[CHART-R1] it is described in words, with intervals, the knee and what is invalid", () => {
  const { words } = show(curve());
  expect(words).toContain(
    "run 1, concurrency 1: 400 inferences per second, p99 2.50 ms (2.25 ms to 2.75 ms)",
  );
  expect(words).toMatch(/concurrency 16: .*, the knee/);
  expect(words).toMatch(/concurrency 64: .*, invalid/);
});

test("[CHART-L4] the knee is ringed and named, an invalid point is a cross", () => {
  const chart = show(curve());
  expect(chart.texts()).toContain("concurrency 16 (knee)");
  // Two dots, and the ring.
  expect(chart.element.querySelectorAll('[role="img"] circle')).toHaveLength(3);
  expect(
    chart.element.querySelectorAll('[role="img"] path[stroke="var(--color-bad)"]'),
  ).toHaveLength(1);
});

test("[CHART-Z1] [CHART-Z2] [CHART-Z4] a drag zooms, and the value axis fits what is left", () => {
  const chart = show(curve());
  expect(chart.texts()).toContain("30");
  chart.drag(0, 0.5);
  expect(chart.isZoomed).toBe(true);
  expect(chart.texts()).not.toContain("30");
  chart.doubleClick();
  expect(chart.isZoomed).toBe(false);
  chart.drag(0.5, 0.505);
  expect(chart.isZoomed).toBe(false);
});

test("[CHART-Z2] [CHART-Z3] [CHART-R2] keys move the cursor, zoom around it, and show all again", () => {
  const chart = show(curve());
  chart.press("ArrowRight", "ArrowRight");
  expect(chart.reading).toContain("concurrency 16");
  chart.press("+");
  expect(chart.isZoomed).toBe(true);
  expect(chart.texts()).not.toContain("1,000");
  chart.press("-");
  expect(chart.isZoomed).toBe(false);
  chart.press("+", "Escape");
  expect(chart.isZoomed).toBe(false);
  expect(chart.reading).toBe("none");
});

test("a bound is a line with its name, and always in sight", () => {
  const chart = show(curve({ bound: { ms: 100, label: "p99 ≤ 100 ms" } }));
  expect(chart.texts()).toContain("p99 ≤ 100 ms");
  expect(chart.texts()).toContain("100");
});

test("the latency axis can be logarithmic", () => {
  const chart = show(curve());
  const log = [...chart.element.querySelectorAll("button")].find(
    (each) => each.textContent === "Log",
  );
  act(() => log?.click());
  expect(chart.texts()).toEqual(expect.arrayContaining(["2 ms", "5 ms", "20 ms"]));
});

test("[CHART-A3] without points there is no scale, only that there is no data", () => {
  const chart = show(curve({ series: [] }));
  expect(chart.texts()).toEqual(["Throughput (inf/s)", "p99 (ms)"]);
  expect(chart.element.textContent).toContain("No data");
});

test("[CHART-R3] its table holds every point; without any it says so", () => {
  expect(show(curve()).table("Curve")).toEqual([
    ["Run", "Load", "Throughput", "p99", "Low", "High", "Note"],
    ["run 1", "concurrency 1", "400", "2.50 ms", "2.25 ms", "2.75 ms", ""],
    ["run 1", "concurrency 16", "3,900", "4.40 ms", "–", "–", "knee"],
    ["run 1", "concurrency 64", "4,000", "31 ms", "–", "–", "invalid"],
  ]);
  expect(show(curve({ series: [] })).element.textContent).toContain("No load measured yet.");
});

test("[CHART-E5] a mark is a badge", () => {
  const chart = show(curve({ mark: "Invalid" }));
  expect(chart.element.textContent).not.toContain("Invalid");
});
