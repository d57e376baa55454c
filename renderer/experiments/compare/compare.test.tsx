import { afterEach, expect, test } from "vitest";
import type {
  ExperimentComparison as Compared,
  FigureDifference,
} from "../../../main/contract/index.ts";
import { experiment, plan, step } from "../testing-data.ts";
import { layOut } from "../../ui/testing/layout.ts";
import { button, clear, click, fakeHost, Routed, show } from "../testing-view.tsx";
import { ExperimentComparison } from "./experiment-comparison.tsx";
import { figureRows } from "../../figures/comparison/figure-rows.ts";
import { FigureTable } from "../../figures/comparison/figure-table.tsx";
import { sideConfig, sideLabel } from "./side-text.ts";
import { WhatChanged } from "./what-changed.tsx";

layOut();
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

test("[EXPERIMENT-PAGE-C2] a difference comes with its interval, and no significant difference is an answer", async () => {
  const view = await show(<FigureTable figures={figures} />);
  expect(view.textContent).toContain("+38 %");
  expect(view.textContent).toContain("+31 to +45 %");
  expect(view.textContent).toContain("no significant difference");
  expect(view.textContent).toContain("inconclusive");
});

test("[EXPERIMENT-PAGE-C2] a figure without an interval has no bar", () => {
  expect(figureRows(figures).map(({ key, tone }) => [key, tone])).toEqual([
    ["throughput", "good"],
    ["p99", "neutral"],
  ]);
});

test("[EXPERIMENT-PAGE-C4] a side is named by what it is, and has the configuration that it ran with", () => {
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

test("[EXPERIMENT-PAGE-C6] a table goes load by load; the figures of the chosen load follow, the most changed first", async () => {
  const at = (value: number, share: number, verdict: "better" | "none") => ({
    before: { kind: "concurrency" as const, value },
    after: { kind: "concurrency" as const, value },
    invalid: { before: false, after: false },
    figures: figures.map((each) =>
      each.figure === "throughput"
        ? { ...each, share: { value: share, low: share - 0.1, high: share + 0.1 }, verdict }
        : each,
    ),
  });
  const comparison: Compared = {
    sentences: [
      "At 32 clients: throughput 7.2× (7.1–7.3×).",
      "At 1 client: no significant difference.",
    ],
    loads: [at(1, 0.01, "none"), at(32, 6.2, "better")],
    onlyBefore: [{ kind: "concurrency", value: 8 }],
    onlyAfter: [],
    found: null,
    changes: [{ path: "dynamic_batching", before: null, after: "{ }" }],
    unlike: ["Protocol http, then grpc."],
    invalid: false,
  };
  const before = { side: { id: 1 }, experiment: experiment() };
  const after = { side: { id: 2 }, experiment: experiment({ id: 2, name: "batched" }) };
  const host = fakeHost({ "lab.knee": { step: null } });
  const view = await show(
    <Routed
      view={<ExperimentComparison comparison={comparison} before={before} after={after} />}
    />,
    host,
  );
  expect(view.textContent).toContain("At 32 clients: throughput 7.2× (7.1–7.3×).");
  expect(view.querySelector("ul[aria-label='Changed fields']")?.textContent).toContain(
    "dynamic_batchingnot set → { }",
  );
  expect(view.textContent).toContain("Not comparable: 8 clients only before.");
  expect(view.textContent).toContain("Protocol http, then grpc.");
  expect(view.textContent).toContain("All figures at 32 clients");
  await click(button(view, "1 client"));
  expect(view.textContent).toContain("All figures at 1 client");
});

test("[EXPERIMENT-PAGE-C4] an unchanged configuration is stated", async () => {
  const unchanged = <WhatChanged changes={[]} sameText model="ranker" />;
  expect((await show(<Routed view={unchanged} />)).textContent).toContain(
    "The configuration did not change.",
  );
  const unread = <WhatChanged changes={null} sameText={false} model="ranker" />;
  expect((await show(<Routed view={unread} />)).textContent).toContain("can't be listed");
});
