import { expect, test } from "vitest";
import { setUpCharts, show } from "../ui/testing/show-chart.tsx";
import { LatencyHeatMap } from "./latency-heat-map.tsx";

setUpCharts();

const bounds = (bucket: number) => [2 ** bucket, 2 ** (bucket + 1)] as const;
const map = () =>
  show(
    <LatencyHeatMap
      title="Heat map"
      about=""
      windows={[
        {
          t: 0,
          seconds: 1,
          cells: [
            [0, 10],
            [1, 2],
          ],
        },
        { t: 1, seconds: 1, cells: [[5, 1]] },
      ]}
      bucketBounds={bounds}
    />,
  );

test("[CHART-R1] its summary has the number of requests, the span and the fullest cell", () => {
  expect(map().words).toBe(
    "Heat map. 13 requests over 2 s, from 1 ms to 64 ms, at most 10 in one cell",
  );
});

test("[CHART-R2] the cursor goes in time and in latency", () => {
  const chart = map();
  chart.press("ArrowRight", "ArrowUp");
  expect(chart.reading).toBe("0 s – 1 s, 2 ms – 4 ms: 2 requests");
  chart.press("ArrowRight");
  expect(chart.reading).toBe("1 s – 2 s, 2 ms – 4 ms: 0 requests");
});

test("[CHART-Z4] zooming in time leaves latencies of other times out", () => {
  const chart = map();
  expect(chart.texts()).toContain("50 ms");
  chart.drag(0, 0.4);
  expect(chart.texts()).not.toContain("50 ms");
});

test("[CHART-R3] its table has a row per column", () => {
  expect(map().table("Heat map")).toEqual([
    ["Time", "Requests", "Fastest from", "Most of them", "Slowest up to"],
    ["0 s – 1 s", "12", "1 ms", "1 ms – 2 ms", "4 ms"],
    ["1 s – 2 s", "1", "32 ms", "32 ms – 64 ms", "64 ms"],
  ]);
});

test("without requests it says so", () => {
  const chart = show(
    <LatencyHeatMap title="Heat map" about="" windows={[]} bucketBounds={bounds} />,
  );
  expect(chart.element.textContent).toContain("No requests have completed yet.");
});
