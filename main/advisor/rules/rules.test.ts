import { expect, test } from "vitest";
import type { ServerRule, ServerWindow } from "../rule.ts";
import { fires, judge, mustNot } from "../testing/cases.ts";
import { gpuWith, metricsWith, windowWith } from "../testing/windows.ts";
import { MODEL_RULES, SERVER_RULES } from "./index.ts";

test.each(fires)("[$rule] fires: $what", (each) => {
  const verdict = judge(each);
  expect(verdict).toMatchObject({ symptom: expect.stringMatching(/^[A-Z].*\.$/) });
  if (typeof verdict === "string") return;
  expect(verdict.evidence.length).toBeGreaterThan(0);
  expect(verdict.remedies.length).toBeGreaterThan(0);
});

test.each(mustNot)("[$rule] must not fire: $what", (each) => {
  expect(judge(each)).toBeTypeOf("string");
});

test("[B6] trusts a queue time that the server reports over samples with an empty queue", () => {
  const verdict = judge({ rule: "B6", what: "", second: { queued: 0, queueMs: 8 } });
  const labels = typeof verdict === "object" ? verdict.evidence.map(({ label }) => label) : [];
  expect(labels).toContain("Queue per request");
  expect(labels.filter((label) => label.startsWith("Samples"))).toEqual([]);
});

test("finds nothing in a quiet model", () => {
  const quiet = windowWith(
    { requests: 0, latencyMs: null },
    { config: { response_cache: { enable: true } }, objectiveMs: 1 },
  );
  for (const rule of MODEL_RULES)
    expect([rule.id, rule.judge(quiet)]).toEqual([rule.id, expect.any(String)]);
});

const server = (part: Partial<ServerWindow>): ServerWindow => ({
  from: 0,
  to: 15_000,
  metrics: [metricsWith()],
  cache: null,
  texts: [],
  loadRefusal: null,
  ...part,
});
const says = (text: string, model: string | null = null) => server({ texts: [{ text, model }] });

const serverCases: [rule: string, what: string, window: ServerWindow, fires: boolean][] = [
  ["C5", "an eviction for every miss", server({ cache: { misses: 100, evictions: 95 } }), true],
  ["C5", "room enough", server({ cache: { misses: 100, evictions: 10 } }), false],
  ["C5", "too few misses", server({ cache: { misses: 10, evictions: 10 } }), false],
  [
    "M1",
    "a GPU that is nearly full next to one that is not",
    server({ metrics: [metricsWith({ gpus: [gpuWith(), gpuWith({ memoryUsedBytes: 79e9 })] })] }),
    true,
  ],
  ["M1", "a GPU with room", server({ metrics: [metricsWith({ gpus: [gpuWith()] })] }), false],
  [
    "M2",
    "a machine that is nearly full",
    server({ metrics: [metricsWith({ memoryUsedBytes: 15.9e9 })] }),
    true,
  ],
  ["M2", "a machine with room", server({}), false],
  ["M3", "CUDA's words", says("failed to load: CUDA error: out of memory", "m"), true],
  [
    "M3",
    "ONNX Runtime's words",
    says("BFCArena::AllocateRawInternal Failed to allocate memory for requested buffer"),
    true,
  ],
  ["M3", "C++'s words", says("std::bad_alloc"), true],
  ["M3", "another failure", says("no such file; the room is empty", "m"), false],
  [
    "O1",
    "Triton's words in poll mode",
    server({ loadRefusal: { message: "not allowed if polling is enabled", polls: true } }),
    true,
  ],
  [
    "O1",
    "a server that takes no loads and does not poll",
    server({ loadRefusal: { message: "not allowed", polls: false } }),
    false,
  ],
];

test.each(serverCases)("[%s] %s", (id, _what, window, should) => {
  const rule = SERVER_RULES.find((each) => each.id === id) as ServerRule;
  expect(typeof rule.judge(window) === "object").toBe(should);
});

test("tries every rule both ways", () => {
  const tried = (cases: readonly { rule: string }[]) => new Set(cases.map(({ rule }) => rule));
  const ids = MODEL_RULES.map(({ id }) => id);
  expect([...tried(fires)].sort()).toEqual(ids.toSorted());
  expect([...tried(mustNot)].sort()).toEqual(ids.toSorted());
  for (const { id } of SERVER_RULES)
    expect(
      new Set(serverCases.filter(([rule]) => rule === id).map(([, , , should]) => should)).size,
    ).toBe(2);
});
