import { expect, test } from "vitest";
import { setUpCharts, show } from "../ui/testing/show-chart.tsx";
import {
  drawnPercentiles,
  percentileText,
  SpectrumChart,
  type SpectrumSeries,
  valueAt,
} from "./spectrum-chart.tsx";

setUpCharts();

const response: SpectrumSeries = {
  key: "response",
  label: "Response time",
  color: "red",
  points: [
    { percentile: 50, ms: 2 },
    { percentile: 99, ms: 20 },
    { percentile: 99.9, ms: 200 },
    { percentile: 100, ms: 210 },
  ],
};
const service: SpectrumSeries = {
  key: "service",
  label: "Service time",
  color: "blue",
  points: [
    { percentile: 50, ms: 1.5 },
    { percentile: 99, ms: 4 },
  ],
};

test("[CHART-L1] a series reads as its first point at or above, and as nothing beyond its last", () => {
  expect(valueAt(response, 75)).toBe(20);
  expect(valueAt(service, 99)).toBe(4);
  expect(valueAt(service, 99.9)).toBeNull();
});

test("[CHART-L1] 100 is in the table, not on the axis", () => {
  expect(drawnPercentiles([response, service])).toEqual([50, 99, 99.9]);
  const chart = show(<SpectrumChart title="Spectrum" about="" series={[response, service]} />);
  expect(chart.texts()).toContain("p99.9");
  expect(chart.table("Spectrum").at(-1)).toEqual(["max", "210 ms", "–"]);
});

test("percentiles are shown without rounding errors", () => {
  expect(percentileText(99.99)).toBe("p99.99");
  expect(percentileText(100 * 0.999)).toBe("p99.9");
});

test("[CHART-R1] [CHART-R2] it is described in words and by cursor", () => {
  const chart = show(<SpectrumChart title="Spectrum" about="" series={[response, service]} />);
  expect(chart.words).toContain("Response time: p50 2 ms, p90 20 ms, p99 20 ms, p99.9 200 ms");
  chart.press("End");
  expect(chart.reading).toBe("p99.9: Response time 200 ms, Service time –");
});

test("[CHART-Z1] [CHART-Z4] zooming to the fast half leaves the slow one out of the axis", () => {
  const chart = show(<SpectrumChart title="Spectrum" about="" series={[response]} />);
  expect(chart.texts()).toContain("200");
  chart.drag(0, 0.7);
  expect(chart.texts()).not.toContain("200");
});

test("without requests it says so", () => {
  const chart = show(<SpectrumChart title="Spectrum" about="" series={[]} />);
  expect(chart.element.textContent).toContain("No requests have completed yet.");
});
