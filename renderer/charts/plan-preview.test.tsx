import { expect, test } from "vitest";
import { setUpCharts, show } from "../ui/testing/show-chart.tsx";
import { PlanPreview, type PlanStep } from "./plan-preview.tsx";

setUpCharts();

const steps: PlanStep[] = [
  {
    fromSeconds: 0,
    toSeconds: 10,
    fromValue: 100,
    toValue: 100,
    phase: "warmup",
    label: "warm-up",
  },
  { fromSeconds: 10, toSeconds: 70, fromValue: 100, toValue: 800, phase: "measure", label: "ramp" },
];
const preview = (now: number | null = null) =>
  show(<PlanPreview title="Planned load" about="" unit="requests/s" steps={steps} now={now} />);

test("[CHART-R1] steps are described with their phase, time and load", () => {
  expect(preview().words).toBe(
    "Planned load. 0 s to 10 s: warm-up, warm-up, 100 requests/s; 10 s to 1 min 10 s: measured, ramp, 100 → 800 requests/s",
  );
});

test("the legend names the phases there are, and a running plan shows how far it is", () => {
  const shown = preview(35);
  expect([...shown.element.querySelectorAll("li")].map((each) => each.textContent)).toEqual([
    "warm-up",
    "measured",
  ]);
  const at = shown.find('line[stroke="var(--color-ink)"]').getAttribute("x1");
  expect(Number(at)).toBeCloseTo(58 + (576 - 58 - 18) / 2, 6);
  expect(preview().element.querySelector('line[stroke="var(--color-ink)"]')).toBeNull();
});

test("[CHART-R3] its table has every step", () => {
  expect(preview().table("Planned load")[2]).toEqual([
    "10 s",
    "1 min 10 s",
    "measured",
    "ramp",
    "100",
    "800",
  ]);
});

test("a plan without steps says so", () => {
  const shown = show(<PlanPreview title="Planned load" about="" unit="requests/s" steps={[]} />);
  expect(shown.element.textContent).toContain("The plan has no steps yet.");
});
