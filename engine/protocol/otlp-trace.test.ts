import { expect, test } from "vitest";
import type { TracePoint, TraceRecord } from "../types.ts";
import { otlpTraces } from "./otlp-trace.ts";

const POINTS: TracePoint[] = [
  "RECEIVED",
  "REQUEST_START",
  "CACHE_LOOKUP_START",
  "CACHE_LOOKUP_END",
  "QUEUE_START",
  "COMPUTE_START",
  "COMPUTE_INPUT_END",
  "COMPUTE_OUTPUT_START",
  "COMPUTE_END",
  "REQUEST_END",
  "SENT",
];

const record = (more: Partial<TraceRecord> = {}): TraceRecord => ({
  id: 1,
  parentId: 0,
  modelName: "m",
  modelVersion: "2",
  requestId: "r",
  startedAtMs: 1_700_000_000_000.5,
  stamps: POINTS.map((point, i) => ({ point, atNs: 5000 + 1000 * i })),
  instance: "m_0",
  batchSize: 4,
  cacheHit: false,
  error: "",
  ...more,
});

function spans(...records: TraceRecord[]) {
  const exported = otlpTraces(records, { serviceName: "batchdeck" });
  return exported.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
}

test("[TRACE-8] a request is a span with its phases as child spans, in ns since the epoch", () => {
  const [request, ...parts] = spans(record());
  expect(request).toMatchObject({
    name: "m",
    kind: 2,
    parentSpanId: "",
    startTimeUnixNano: "1700000000000500000",
    endTimeUnixNano: "1700000000000510000",
    status: { code: 0 },
  });
  const byId = new Map([request, ...parts].map((span) => [span?.spanId, span?.name]));
  const shown = parts.map(({ name, parentSpanId, startTimeUnixNano, endTimeUnixNano }) => [
    name,
    byId.get(parentSpanId),
    Number(BigInt(startTimeUnixNano) - 1700000000000500000n),
    Number(BigInt(endTimeUnixNano) - 1700000000000500000n),
  ]);
  expect(shown).toEqual([
    ["receive", "m", 0, 1000],
    ["cache lookup", "m", 2000, 3000],
    ["queue", "m", 4000, 5000],
    ["compute", "m", 5000, 8000],
    ["compute input", "compute", 5000, 6000],
    ["compute infer", "compute", 6000, 7000],
    ["compute output", "compute", 7000, 8000],
    ["send", "m", 9000, 10000],
  ]);
});

test("[TRACE-8] ids are hex of the right length, deterministic and unique", () => {
  const all = Array.from({ length: 50 }, (_, i) => record({ id: i + 1 }));
  const once = spans(...all);
  expect(spans(...all)).toEqual(once);
  for (const { traceId, spanId } of once) {
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(spanId).toMatch(/^[0-9a-f]{16}$/);
  }
  expect(new Set(once.map(({ spanId }) => spanId)).size).toBe(once.length);
  expect(new Set(once.map(({ traceId }) => traceId)).size).toBe(50);
});

test("[TRACE-8] ensemble steps share their request's trace as child spans", () => {
  const step = record({ id: 2, parentId: 1, modelName: "step", error: "broke" });
  const all = spans(record(), step);
  const request = all.find(({ name }) => name === "m");
  const child = all.find(({ name }) => name === "step");
  expect(child).toMatchObject({
    traceId: request?.traceId,
    parentSpanId: request?.spanId,
    kind: 1,
    status: { code: 2, message: "broke" },
  });
});

test("[TRACE-8] phases that a request never reached have no span", () => {
  const hit = record({ stamps: record().stamps.slice(1, 4), cacheHit: true, instance: "" });
  expect(spans(hit).map(({ name }) => name)).toEqual(["m", "cache lookup"]);
  expect(spans(record({ stamps: [] }))).toEqual([]);
});
