import { expect, test } from "vitest";
import type { Trace } from "../../main/contract/index.ts";
import { tracesText } from "./export.ts";
import { addTraces, flatten, buildTrees } from "./trace-log.ts";
import { toSpans, totalMs } from "./trace-spans.ts";

function trace(id: number, stamps: Record<string, number>, more: Partial<Trace> = {}): Trace {
  return {
    id,
    parentId: 0,
    modelName: "m",
    modelVersion: "1",
    requestId: "",
    startedAtMs: 1000 + id,
    stamps: Object.entries(stamps).map(([point, ms]) => ({ point, atNs: ms * 1e6 })),
    instance: "m_0_0",
    batchSize: 4,
    cacheHit: false,
    error: "",
    ...more,
  };
}

const computed = {
  RECEIVED: 100,
  REQUEST_START: 101,
  QUEUE_START: 102,
  COMPUTE_START: 105,
  COMPUTE_INPUT_END: 106,
  COMPUTE_OUTPUT_START: 116,
  COMPUTE_END: 117,
  REQUEST_END: 118,
  SENT: 120,
};

const rows = (tree: Parameters<typeof toSpans>[0]) =>
  toSpans(tree).map(({ label, depth, start, end }) => [depth, label, start, end]);

test("a request's waterfall has each phase in its place, in ms since it was received", () => {
  const one = trace(1, computed);
  expect(totalMs(one)).toBe(20);
  expect(rows({ trace: one, children: [] })).toEqual([
    [0, "m version 1", 0, 20],
    [1, "Received", 0, 1],
    [1, "Queued", 2, 5],
    [1, "Compute input", 5, 6],
    [1, "Compute infer", 6, 16],
    [1, "Compute output", 16, 17],
    [1, "Finished", 17, 18],
    [1, "Sent", 18, 20],
  ]);
});

test("a cache hit has its lookup and no compute; a failure ends where its stamps do", () => {
  const hit = trace(1, {
    RECEIVED: 0,
    REQUEST_START: 1,
    CACHE_LOOKUP_START: 1,
    CACHE_LOOKUP_END: 2,
    REQUEST_END: 3,
    SENT: 4,
  });
  expect(rows({ trace: hit, children: [] }).map(([, label]) => label)).toEqual([
    "m version 1",
    "Received",
    "Cache lookup",
    "Finished",
    "Sent",
  ]);
  expect(rows({ trace: trace(2, {}), children: [] })).toEqual([]);
});

test("an ensemble's steps are nested where they began", () => {
  const whole = trace(1, { RECEIVED: 0, REQUEST_START: 1, REQUEST_END: 40, SENT: 41 });
  const step = trace(
    2,
    { QUEUE_START: 5, COMPUTE_START: 7, COMPUTE_END: 30 },
    { parentId: 1, modelName: "step" },
  );
  const [tree, ...others] = buildTrees([step, whole], "m");
  expect(others).toEqual([]);
  expect(tree && flatten(tree).map(({ id }) => id)).toEqual([1, 2]);
  expect(tree && rows(tree)).toEqual([
    [0, "m version 1", 0, 41],
    [1, "Received", 0, 1],
    [1, "step version 1", 5, 30],
    [2, "Queued", 5, 7],
    [1, "Sent", 40, 41],
  ]);
  expect(buildTrees([step, whole], "step").map(({ trace: each }) => each.id)).toEqual([2]);
});

test("the log knows a trace once, also after a restart that begins ids again, and is bounded", () => {
  const first = [trace(1, computed), trace(2, computed)];
  expect(addTraces(first, first)).toBe(first);
  const again = trace(1, computed, { startedAtMs: 9999 });
  expect(addTraces(first, [again])).toHaveLength(3);
  const many = Array.from({ length: 2500 }, (_, id) => trace(id, {}));
  expect(addTraces([], many)).toHaveLength(2000);
});

test("traces are saved as they are, or as OpenTelemetry with a span for each phase", () => {
  const one = trace(7, computed);
  expect(JSON.parse(tracesText("json", [one]))).toEqual([one]);
  const otlp = JSON.parse(tracesText("otlp", [one])) as {
    resourceSpans: { scopeSpans: { spans: { name: string; startTimeUnixNano: string }[] }[] }[];
  };
  const spans = otlp.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  expect(spans[0]).toMatchObject({ name: "m", startTimeUnixNano: "1007000000" });
  expect(spans.map(({ name }) => name)).toContain("compute infer");
});
