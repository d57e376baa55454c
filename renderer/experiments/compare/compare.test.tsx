import { afterEach, expect, test } from "vitest";
import type { FigureDifference } from "../../../main/contract/index.ts";
import { experiment, plan, step } from "../testing-data.ts";
import { clear, show } from "../testing-view.tsx";
import { figureRows } from "./figure-rows.ts";
import { FigureTable } from "./figure-table.tsx";
import { sideConfig, sideLabel } from "./side-text.ts";

afterEach(clear);

const figures: FigureDifference[] = [
  {
    figure: "throughput",
    unit: "inf/s",
    before: 600,
    after: 828,
    share: { value: 0.38, low: 0.31, high: 0.45 },
    verdict: "better",
    basis: "5 interleaved pairs",
  },
  {
    figure: "p99",
    unit: "ms",
    before: 31,
    after: 33,
    share: { value: 0.06, low: -0.04, high: 0.17 },
    verdict: "none",
    basis: "5 interleaved pairs",
  },
  {
    figure: "failures",
    unit: "share",
    before: 0,
    after: 0,
    share: null,
    verdict: "unknown",
    basis: "none failed",
  },
];

test("[C2] a difference comes with its interval, and no significant difference is an answer", async () => {
  const view = await show(<FigureTable figures={figures} />);
  expect(view.textContent).toContain("+38 %");
  expect(view.textContent).toContain("+31 to +45 %");
  expect(view.textContent).toContain("no significant difference");
  expect(view.textContent).toContain("inconclusive");
});

test("[C2] a figure without an interval has no bar", () => {
  expect(figureRows(figures).map(({ key, tone }) => [key, tone])).toEqual([
    ["throughput", "good"],
    ["p99", "neutral"],
  ]);
});

test("[C4] a side is named by what it is, and has the configuration that it ran with", () => {
  const of = experiment({
    name: "delays",
    plan: {
      ...plan,
      goal: {
        kind: "compare",
        candidates: [
          { label: "as it serves", configText: null },
          { label: "2 ms", configText: "delayed" },
        ],
        replicates: 5,
      },
    },
    steps: [step({ candidate: 0, replicate: 0 }), step({ candidate: 1, replicate: 0 })],
  });
  expect(sideLabel(of, { id: 1 })).toBe("delays");
  expect(sideLabel(of, { id: 1, candidate: 1 })).toBe("delays: 2 ms");
  expect(sideLabel(of, { id: 1, step: 0 })).toBe("delays: as it serves #1");
  expect(sideConfig(of, { id: 1, candidate: 1 })).toBe("delayed");
  expect(sideConfig(of, { id: 1, step: 1 })).toBe("delayed");
  expect(sideConfig(of, { id: 1, candidate: 0 })).toBe("max_batch_size: 8\n");
});
