import { expect, test } from "vitest";
import { setUpCharts, show } from "../ui/testing/show-chart.tsx";
import { TuningMap } from "./tuning-map.tsx";
import { type MapPoint, paretoFront, tuningMapData } from "./tuning-map-data.ts";

setUpCharts();

const point = (key: string, x: number, y: number, more: Partial<MapPoint> = {}): MapPoint => ({
  key,
  x,
  y,
  label: `settings ${key}`,
  number: null,
  meets: 0.5,
  ...more,
});

const points = [
  point("a", 400, 10, { number: 1, isActive: true }),
  point("b", 800, 20, { number: 2, isBest: true }),
  point("c", 700, 50, { number: 3, invalid: true }),
  point("d", 300, 30),
  point("e", 900, 90),
];
const map = (
  <TuningMap title="Map" about="About." points={points} bound={{ ms: 25, label: "p99 ≤ 25 ms" }} />
);

test("[CHART-R1] TUNE-20: the map is described by its measurements", () => {
  const { words } = show(map);
  expect(words).toContain(
    "measurement 1, settings a: 400 requests per second, p99 10 ms, the active configuration",
  );
  expect(words).toMatch(/measurement 2, .*, the best/);
  expect(words).toMatch(/measurement 3, .*, invalid/);
  expect(words).toContain("2 predicted configurations and loads");
});

test("TUNE-20: predicted points are hollow, measured ones filled with their number, invalid ones crosses", () => {
  const chart = show(map);
  const circles = [...chart.element.querySelectorAll('[role="img"] circle')];
  const filled = circles.filter((each) => each.getAttribute("fill") !== "none");
  expect(filled).toHaveLength(2);
  // Two predicted ones, and the ring around the best.
  expect(circles.length - filled.length).toBe(3);
  expect(
    chart.element.querySelectorAll('[role="img"] path[stroke="var(--color-bad)"]'),
  ).toHaveLength(1);
  expect(chart.texts()).toEqual(expect.arrayContaining(["1 active", "2", "3", "p99 ≤ 25 ms"]));
});

test("[CHART-R2] keys go through the points, measured ones first", () => {
  const chart = show(map);
  chart.press("ArrowRight", "ArrowRight");
  expect(chart.reading).toContain("measurement 2");
  chart.press("End");
  expect(chart.reading).toContain("predicted, settings e");
  expect(chart.reading).toContain("within the goal with a chance of 50 %");
});

test("TUNE-20: the Pareto front holds what no other beats in both", () => {
  expect(paretoFront(points).map(({ key }) => key)).toEqual(["a", "b", "e"]);
  expect(paretoFront([])).toEqual([]);
});

test("[CHART-R3] the table says of each point what it is", () => {
  const { rows } = tuningMapData(points);
  expect(rows.map(({ cells }) => [cells[0], cells[5]])).toEqual([
    ["Measured, 1", "active, Pareto front"],
    ["Measured, 2", "best, Pareto front"],
    ["Measured, 3", "invalid"],
    ["Predicted", ""],
    ["Predicted", "Pareto front"],
  ]);
});
