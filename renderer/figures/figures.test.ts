import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { FIGURE_IDS, FIGURES } from "../../main/contract/index.ts";
import { CHART_GROUPS } from "./server/chart-groups.ts";
import { FIGURE_COLORS } from "./colors.ts";

describe("[SERVER-PAGE-F7] the figures", () => {
  test("each have a name of their own, a unit, a colour and a time base", () => {
    const labels = FIGURE_IDS.map((id) => FIGURES[id].label);
    expect(new Set(labels).size).toBe(labels.length);
    for (const id of FIGURE_IDS) {
      expect(FIGURES[id].unit, id).not.toBe("");
      expect(["window", "reading"], id).toContain(FIGURES[id].base);
      expect(FIGURE_COLORS[id], id).toMatch(/^var\(--color-chart-\d\)$/);
    }
  });

  test.each(CHART_GROUPS)("of the chart $id differ in colour", ({ figures: ids }) => {
    expect(new Set(ids.map((id) => FIGURE_COLORS[id])).size).toBe(ids.length);
  });
});

/** Files that may choose chart colours: the registry, and charts with categories instead of figures. */
const CHOOSERS = [
  "figures/colors.ts",
  "figures/series-lines.ts",
  "batches/reasons.ts",
  "charts/batch-chart.tsx",
  "charts/plan-preview.tsx",
  "charts/run-marks.tsx",
  "charts/tuning-map.tsx",
  "config/clocks/clock-lanes.tsx",
  "host/kinds.tsx",
  "experiments/compare/experiment-comparison.tsx",
  "experiments/result/batch-parts.ts",
  "experiments/result/step-charts.tsx",
  "fleets/traffic.tsx",
  "model/depth-lines.ts",
  "figures/panels/panel-lines.ts",
  "time-range/use-marks.ts",
  "traces/trace-spans.ts",
  "what-if/predicted-charts.tsx",
];

test("[SERVER-PAGE-F7] no page chooses a figure's colour or time base by itself", () => {
  const root = path.join(import.meta.dirname, "..");
  const files = fs
    .readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing/.test(file));
  const choosing = files.filter((file) =>
    /chartColor\(|--color-chart-/.test(fs.readFileSync(path.join(root, file), "utf8")),
  );
  expect(choosing.filter((file) => !CHOOSERS.includes(file))).toEqual([]);
});
