import { expect, test } from "vitest";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { setUpCharts, show } from "../ui/testing/show-chart.tsx";
import { StackedSteps } from "./stacked-steps.tsx";

setUpCharts();

const parts = [
  { key: "queue", label: "queue", color: "red", values: [1, 3, null] },
  { key: "compute", label: "compute", color: "blue", values: [2, 1, null] },
];
const stack = (asShares: boolean) =>
  show(
    <StackedSteps
      title="Split"
      about=""
      by="concurrency"
      loads={[1, 8, 64]}
      parts={parts}
      format={asShares ? formatCount : formatDuration}
      asShares={asShares}
    />,
  );
const heights = (element: HTMLElement, color: string) =>
  [...element.querySelectorAll(`rect[fill="${color}"]`)].map((each) =>
    Number(each.getAttribute("height")),
  );

test("parts are stacked, with their sum above, and nothing is drawn where nothing was reported", () => {
  const chart = stack(false);
  expect(chart.texts()).toEqual(expect.arrayContaining(["3 ms", "4 ms"]));
  const [queue, compute] = [heights(chart.element, "red"), heights(chart.element, "blue")];
  expect(queue).toHaveLength(2);
  expect((queue[0] ?? 0) * 2).toBeCloseTo(compute[0] ?? 0, 6);
});

test("as shares every bar is as high as the next", () => {
  const chart = stack(true);
  const [queue, compute] = [heights(chart.element, "red"), heights(chart.element, "blue")];
  const whole = queue.map((height, index) => height + (compute[index] ?? 0));
  expect(whole[0]).toBeCloseTo(whole[1] ?? 0, 6);
  chart.press("ArrowRight", "ArrowRight");
  expect(chart.reading).toBe("concurrency 8: queue 75 % (3), compute 25 % (1)");
});

test("[CHART-R3] the table holds the values themselves", () => {
  expect(stack(true).table("Split")).toEqual([
    ["concurrency", "queue", "compute"],
    ["1", "1", "2"],
    ["8", "3", "1"],
    ["64", "–", "–"],
  ]);
});
