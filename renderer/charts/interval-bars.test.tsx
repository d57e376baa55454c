import { expect, test } from "vitest";
import { setUpCharts, show } from "../ui/testing/show-chart.tsx";
import { type DifferenceRow, differenceSpan, IntervalBars } from "./interval-bars.tsx";
import { ratioScale } from "./scale.ts";

setUpCharts();

const rows: DifferenceRow[] = [
  {
    key: "p99",
    label: "p99 latency",
    difference: -0.05,
    low: -0.07,
    high: -0.03,
    verdict: "lower by 3 to 7 %",
    tone: "good",
    values: "12 ms → 11.4 ms",
  },
  {
    key: "p50",
    label: "p50 latency",
    difference: 0.01,
    low: -0.02,
    high: 0.04,
    verdict: "no significant difference",
    tone: "neutral",
  },
  {
    key: "failures",
    label: "failures",
    difference: null,
    low: null,
    high: null,
    verdict: "not enough samples",
    tone: "neutral",
  },
];

test("[CHART-L6] each metric has its verdict, and no bar where there is no difference to show", () => {
  const chart = show(<IntervalBars title="B against A" about="" rows={rows} />);
  for (const { label, verdict } of rows)
    expect(chart.texts()).toEqual(expect.arrayContaining([label, verdict]));
  expect(chart.element.querySelectorAll('[role="img"] circle')).toHaveLength(2);
});

test("[CHART-R1] [CHART-R2] differences are described with their intervals", () => {
  const chart = show(<IntervalBars title="B against A" about="" rows={rows} />);
  expect(chart.words).toContain("p99 latency: −5.0 % (−7.0 to −3.0 %), lower by 3 to 7 %");
  chart.press("ArrowDown", "ArrowDown");
  expect(chart.reading).toContain("p50 latency");
  chart.press("ArrowUp");
  expect(chart.reading).toContain("p99 latency");
});

test("zero is always in sight", () => {
  const [low, high] = differenceSpan(rows.slice(0, 1));
  expect(low).toBeLessThan(-0.07);
  expect(high).toBeGreaterThan(0);
  expect(differenceSpan([])[0]).toBeCloseTo(-0.01, 3);
  expect(differenceSpan([])[1]).toBeCloseTo(0.01, 3);
});

test("[CHART-R3] its table has the intervals and both values", () => {
  expect(
    show(<IntervalBars title="B against A" about="" rows={rows} />).table("B against A")[1],
  ).toEqual(["p99 latency", "−5.0 %", "−7.0 %", "−3.0 %", "12 ms → 11.4 ms", "lower by 3 to 7 %"]);
});

test("[CHART-L8] the axis is one of ratios: twice as much is as far from zero as half as much", () => {
  const change = (difference: number) => ({
    ...rows[0]!,
    difference,
    low: difference,
    high: difference,
  });
  const [low, high] = differenceSpan([change(7), change(-0.875)]);
  expect((1 + low) * (1 + high)).toBeCloseTo(1, 9);
  expect(low).toBeGreaterThan(-1);
  const scale = ratioScale([low, high]);
  expect(scale.share(1) - scale.share(0)).toBeCloseTo(scale.share(0) - scale.share(-0.5), 9);
  expect(scale.ticks).toEqual([-0.875, -0.75, -0.5, 0, 1, 3, 7]);
  expect(ratioScale([-0.12, 0.11]).ticks).toEqual([-0.1, -0.05, 0, 0.05, 0.1]);
});
