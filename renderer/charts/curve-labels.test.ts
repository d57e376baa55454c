import { expect, test } from "vitest";
import { curveLabels } from "./curve-labels.ts";
import { areaFor, linearScale } from "./scale.ts";

const area = areaFor({ width: 600, height: 200 }, linearScale([0, 1000]), linearScale([0, 100]));
const point = (x: number, y: number, label: string) => ({ x, y, label });

test("[CHART-L7] each point of a curve carries its load, the knee says that it is one", () => {
  const points = [
    point(100, 20, "1 client"),
    point(700, 30, "8 clients"),
    point(900, 80, "32 clients"),
  ];
  const labels = curveLabels(area, [{ key: "a", label: "run", color: "red", knee: 1, points }]);
  expect(labels.map(({ text }) => text).sort()).toEqual([
    "1 client",
    "32 clients",
    "8 clients (knee)",
  ]);
});

test("[CHART-L7] labels cover no other point and no other label", () => {
  const near = [
    point(500, 50, "1 client"),
    point(512, 52, "2 clients"),
    point(520, 48, "4 clients"),
  ];
  const labels = curveLabels(area, [
    { key: "a", label: "before", color: "red", points: near },
    { key: "b", label: "after", color: "blue", points: [point(990, 97, "8 clients")] },
  ]);
  expect(labels).toHaveLength(4);
  const places = labels.map(({ x, y, anchor }) => `${x} ${y} ${anchor}`);
  expect(new Set(places).size).toBe(4);
  // At the right edge the label is to the left or below.
  const last = labels.find(({ text }) => text === "8 clients");
  expect((last?.x ?? 0) <= area.width).toBe(true);
});
