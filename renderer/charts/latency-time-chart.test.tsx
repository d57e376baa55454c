import { expect, test } from "vitest";
import { setUpCharts, show } from "../ui/testing/show-chart.tsx";
import { LatencyTimeChart } from "./latency-time-chart.tsx";
import { type RunWindow, secondsText, secondsAxis } from "./run-window.ts";

setUpCharts();

const window = (t: number, more: Partial<RunWindow> = {}): RunWindow => ({
  t,
  seconds: 1,
  p50: 2,
  p99: 5,
  max: 9,
  successes: 100,
  failures: 0,
  ...more,
});
const windows = [
  window(0),
  window(1, { failures: 100 }),
  window(2, { p50: null, p99: null, max: null, successes: 0 }),
  window(3, { failures: 1, max: 80 }),
];
const chart = () =>
  show(
    <LatencyTimeChart
      title="Latency over the run"
      about=""
      windows={windows}
      events={[
        { t: 1.5, kind: "stall", label: "stall of 200 ms" },
        { t: 1.6, kind: "reload", label: "reload" },
      ]}
      measured={[1, 4]}
    />,
  );

test("[CHART-L5] failures are as high as their share, and always seen", () => {
  const marks = [...chart().element.querySelectorAll('rect[fill="var(--color-bad)"]')];
  const heights = marks.map((mark) => Number(mark.getAttribute("height")));
  expect(heights).toHaveLength(2);
  expect(heights[0]).toBeCloseTo(0.5 * 0.12 * (280 - 24 - 38), 6);
  expect(heights[1]).toBe(3);
});

test("events are lines with names that do not run into each other", () => {
  const shown = chart();
  const names = ["stall of 200 ms", "reload"].map((name) =>
    [...shown.element.querySelectorAll("svg text")].find((each) => each.textContent === name),
  );
  expect(names[0]?.getAttribute("y")).not.toBe(names[1]?.getAttribute("y"));
  expect(shown.words).toContain("stall of 200 ms at 1.50 s; reload at 1.60 s");
});

test("[CHART-R2] [CHART-R3] windows are read by cursor and as a table, with their events", () => {
  const shown = chart();
  shown.press("ArrowRight", "ArrowRight", "ArrowRight");
  expect(shown.reading).toBe("at 2 s, max –, p99 –, p50 –, 0 successes, 0 failures");
  const table = shown.table("Latency over the run");
  expect(table[2]).toEqual([
    "1 s",
    "1 s",
    "2 ms",
    "5 ms",
    "9 ms",
    "100",
    "100",
    "stall of 200 ms; reload",
  ]);
});

test("a window without requests breaks the lines", () => {
  const lines = [...chart().element.querySelectorAll('path[fill="none"]')];
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line.getAttribute("d")?.match(/M/g)).toHaveLength(2);
});

test("[CHART-Z1] [CHART-Z4] zooming leaves the slow end out", () => {
  const shown = chart();
  expect(shown.texts()).toContain("80");
  shown.drag(0, 0.4);
  expect(shown.texts()).not.toContain("80");
});

test("times of a run are short and go below zero", () => {
  expect(secondsText(0)).toBe("0 s");
  const long = secondsAxis([-65, 600], "Time");
  expect([long.title, ...[-65, 0, 75.5].map(long.text)]).toEqual([
    "Time (min:s)",
    "−1:05",
    "0:00",
    "1:15.5",
  ]);
  const short = secondsAxis([0, 60], "Time");
  expect([short.title, short.text(20)]).toEqual(["Time (s)", "20"]);
});
