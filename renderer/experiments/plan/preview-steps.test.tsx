import { expect, test } from "vitest";
import type { Load, PlanPreview } from "../../../main/contract/index.ts";
import { setUpCharts, show } from "../../ui/testing/show-chart.tsx";
import { plan as PLAN } from "../testing-data.ts";
import { PreviewSteps } from "./preview-steps.tsx";

setUpCharts();

const preview: PlanPreview = {
  seconds: 13,
  mostSeconds: 20,
  requests: 900,
  measurements: 1,
  steps: [
    { phase: "warmup", from: 0, seconds: 3, fromValue: 90, toValue: 90, label: "90 requests/s" },
    { phase: "measure", from: 3, seconds: 10, fromValue: 0, toValue: 100, label: "90 requests/s" },
  ],
  notes: [],
  warnings: [],
};
const words = (load: Load) =>
  show(<PreviewSteps preview={preview} plan={{ ...PLAN, load }} />).words;

test("[EXPERIMENT-PAGE-P5] a profile is drawn as it rises and falls", () => {
  const parts = [
    { seconds: 2, from: 0, to: 100 },
    { seconds: 8, from: 100, to: 100 },
  ];
  expect(words({ kind: "profile", parts, arrivals: { kind: "poisson" } })).toBe(
    "Load over time. 0 s to 3 s: warm-up, 90 requests/s, 90 requests/s; 3 s to 5 s: measured, part 1, 0 → 100 requests/s; 5 s to 13 s: measured, part 2, 100 requests/s",
  );
});

test("[EXPERIMENT-PAGE-P5] the rate of bursts is labelled as a mean", () => {
  expect(words({ kind: "bursts", size: 32, everyMs: 1000 })).toContain("requests/s on average");
});
