import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { experiment as schema } from "../../contract/index.ts";
import { importExperiment } from "./index.ts";

/** As vllm/benchmarks/serve.py writes it, `main_async` and `benchmark`, without `--save-detailed`. */
const result = {
  date: "20261124-093012",
  endpoint_type: "openai-chat",
  backend: "openai-chat",
  label: null,
  model_id: "tiny",
  tokenizer_id: "tiny",
  num_prompts: 1000,
  request_rate: "inf",
  burstiness: 1.0,
  max_concurrency: 8,
  duration: 20,
  completed: 1000,
  failed: 0,
  total_input_tokens: 64_000,
  total_output_tokens: 5000,
  request_throughput: 50,
  request_goodput: null as number | null,
  output_throughput: 250,
  total_token_throughput: 3450,
  latencies: Array.from({ length: 1000 }, () => 0.06),
  max_output_tokens_per_s: 300,
  max_concurrent_requests: 8,
  rtfx: 0,
  mean_ttft_ms: 20,
  median_ttft_ms: 19,
  std_ttft_ms: 2,
  p99_ttft_ms: 30,
  mean_tpot_ms: 10,
  median_tpot_ms: 10,
  std_tpot_ms: 1,
  p99_tpot_ms: 12,
  mean_itl_ms: 10,
  median_itl_ms: 10,
  std_itl_ms: 1,
  p99_itl_ms: 15,
};

/** With `--save-detailed`: 1,000 successes of five tokens and a failure. */
const times = Array.from({ length: 1001 }, (_, i) => 0.02 + i / 1e6);
const detailed = {
  ...result,
  failed: 1,
  ttfts: times.map((first, i) => (i === 1000 ? 0 : first)),
  itls: times.map((_, i) => (i === 1000 ? [] : [0.01, 0.01, 0.01, 0.01])),
  latencies: times.map((first, i) => (i === 1000 ? 0 : first + 0.04)),
  output_lens: times.map((_, i) => (i === 1000 ? 0 : 5)),
  errors: times.map((_, i) => (i === 1000 ? "Traceback\n  line 7\nConnectionError: reset" : "")),
};

const read = (...all: object[]) =>
  importExperiment("run.json", all.map((each) => JSON.stringify(each)).join("\n"), 5000);
const isWhole = (imported: ReturnType<typeof read>) =>
  schema.safeParse({ ...imported, id: 1 }).success;

function attempt(...all: object[]): string {
  try {
    return isWhole(read(...all)) ? "whole" : "not whole";
  } catch (error) {
    return error instanceof StatusError ? error.message : `not a StatusError: ${String(error)}`;
  }
}

describe("[LAB-EXPORT-16] a result of vllm bench serve", () => {
  it("is a step with the figures that it has, without intervals", () => {
    const imported = read(result);
    expect(isWhole(imported)).toBe(true);
    expect(imported).toMatchObject({
      name: "run",
      finishedAt: new Date(2026, 10, 24, 9, 30, 12).getTime(),
      plan: {
        wire: "openai",
        load: { kind: "concurrency", levels: [8] },
        traffic: [
          {
            model: "tiny",
            inputs: {
              endpoint: "chat",
              prompts: { lengths: { tokens: 64 } },
              outputs: { tokens: 5 },
            },
          },
        ],
      },
      importedFrom: "run.json (vllm bench serve)",
    });
    const [step] = imported.steps;
    expect(step).toMatchObject({
      load: { kind: "concurrency", value: 8 },
      requestsPerSecond: 50,
      goodput: null,
      successes: 1000,
      response: { p50: null },
      verdict: { verdict: "valid", reasons: [{ severity: "note" }] },
      chat: {
        firstToken: { mean: 20, p50: { value: 19, low: 19, high: 19 }, p90: null, histogram: "" },
        perToken: { p99: { value: 12 } },
        pieces: null,
        outputTokensPerSecond: 250,
        promptTokensPerSecond: 3200,
      },
    });
  });

  it("has histograms and intervals of its requests if they were saved", () => {
    const [step] = read(detailed).steps;
    expect(step).toMatchObject({
      outcomes: { failed: 1 },
      failures: [{ message: "ConnectionError: reset", count: 1 }],
      chat: { firstToken: { count: 1000 }, betweenTokens: { count: 4000 }, pieces: 5000 },
    });
    const { firstToken, perToken } = step?.chat ?? {};
    expect(firstToken?.min).toBeCloseTo(20);
    expect(firstToken?.p50?.value).toBeCloseTo(20.5, 1);
    expect(firstToken?.p50?.low).toBeLessThan(firstToken?.p50?.high ?? 0);
    expect(perToken?.p50?.value).toBeCloseTo(10, 1);
    expect(step?.response.p99?.value).toBeCloseTo(61, 0);
  });

  it("has the figures of a real run of 0.32.0", () => {
    const text = fs.readFileSync(
      new URL("testing/vllm-bench-0.32.0.json", import.meta.url),
      "utf8",
    );
    const document = JSON.parse(text) as Record<string, number>;
    const imported = importExperiment("run.json", text, 5000);
    expect(isWhole(imported)).toBe(true);
    const [step] = imported.steps;
    expect(step).toMatchObject({
      load: { kind: "concurrency", value: 4 },
      successes: 120,
      failures: [],
      requestsPerSecond: document["request_throughput"],
      goodput: document["request_goodput"],
      chat: { outputTokens: 1200, outputTokensPerSecond: document["output_throughput"] },
    });
    for (const [summary, name] of [
      [step?.chat?.firstToken, "ttft"],
      [step?.chat?.perToken, "tpot"],
      [step?.response, "e2el"],
    ] as const) {
      expect(summary?.mean).toBeCloseTo(document[`mean_${name}_ms`] ?? 0, 2);
      expect(summary?.p50?.value).toBeCloseTo(document[`p50_${name}_ms`] ?? 0, 0);
    }
  });

  it("reads times of earlier versions, without errors and latencies", () => {
    const { errors: _errors, latencies: _latencies, ...earlier } = detailed;
    const [step] = read(earlier).steps;
    expect(step?.response.min).toBeCloseTo(60);
    expect(step?.response.count).toBe(1000);
  });

  it("[LAB-EXPORT-26] of embeddings and reranks has requests, items and input tokens", () => {
    const {
      failed: _failed,
      total_output_tokens: _output,
      output_throughput: _throughput,
      ...others
    } = result;
    const pooled = {
      ...Object.fromEntries(Object.entries(others).filter(([name]) => !/ttft|tpot|itl/.test(name))),
      backend: "openai-embeddings",
      num_prompts: 1002,
      total_input_sequences: 4000,
      input_sequence_throughput: 200,
      mean_e2el_ms: 60,
      median_e2el_ms: 59,
      p99_e2el_ms: 80,
    };
    const imported = read(pooled);
    expect(imported.plan.traffic).toMatchObject([
      { batchSize: 4, inputs: { kind: "embeddings", lengths: { kind: "fixed", tokens: 16 } } },
    ]);
    expect(imported.steps).toMatchObject([
      {
        chat: null,
        texts: { inputTokens: 64_000, inputTokensPerSecond: 3200 },
        inferencesPerSecond: 200,
        outcomes: { failed: 2 },
        service: { mean: 60, p99: { value: 80 } },
      },
    ]);
    const rerank = read({ ...pooled, backend: "vllm-rerank" });
    expect(rerank.plan.traffic).toMatchObject([{ inputs: { kind: "rerank" } }]);
    const single = { ...pooled, num_prompts: 3, completed: 2, total_input_sequences: 8 };
    const detailed = { ...single, latencies: [0.05, 0, 0.07], errors: ["", "reset", ""] };
    const [step] = read(detailed).steps;
    expect(step?.service).toMatchObject({ count: 2 });
    expect(step?.service.histogram).not.toBe("");
    expect(step?.failures).toMatchObject([{ message: "reset", count: 1 }]);
    expect(() => read(result, pooled)).toThrow("line 2: total_output_tokens");
  });

  it("becomes a sweep by rate with several, one a line", () => {
    const rates = [2, 10].map((rate) => ({ ...result, request_rate: rate, request_goodput: rate }));
    const imported = read(...rates);
    expect(isWhole(imported)).toBe(true);
    expect(imported.plan.load).toEqual({
      kind: "rate",
      rates: [2, 10],
      arrivals: { kind: "poisson" },
    });
    expect(imported.steps.map(({ goodput }) => goodput)).toEqual([2, 10]);
  });

  it.each<[string, object[]]>([
    ["duration is 0", [{ ...result, duration: 0 }]],
    ['request_rate is "fast"', [{ ...result, request_rate: "fast" }]],
    ['line 2: mean_ttft_ms is "x"', [result, { ...result, mean_ttft_ms: "x" }]],
    ['line 2: model_id is "other"; all results', [result, { ...result, model_id: "other" }]],
    ["line 2: request_rate is 3; results with a rate", [result, { ...result, request_rate: 3 }]],
    ["itls has 2 values, but ttfts has 1001", [{ ...detailed, itls: [[], []] }]],
    ["completed is 7, but 1000 requests succeeded", [{ ...detailed, completed: 7 }]],
    ["ttfts[3] is -1", [{ ...detailed, ttfts: detailed.ttfts.with(3, -1) }]],
    [
      "total_output_tokens is missing, which only results of embeddings and reranks lack",
      [{ ...result, total_output_tokens: undefined }],
    ],
  ])("[LAB-EXPORT-14] is rejected: %s", (words, all) => {
    expect(attempt(...all)).toContain(words);
  });

  it("[LAB-EXPORT-14] is rejected with the line that isn't JSON", () => {
    const text = `${JSON.stringify(result)}\n{"duration": NaN}`;
    expect(() => importExperiment("run.json", text)).toThrow(/line 2 is not JSON/);
  });

  it("[LAB-EXPORT-15] is imported completely or rejected, whatever its fields contain", () => {
    const values = fc.oneof(
      fc.constantFrom<unknown>(null, undefined, "", "inf", [], {}, [null], -1, 0, 1e300, true),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const names = fc.constantFrom(...Object.keys(detailed));
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values), { maxLength: 4 }), (changes) => {
        expect(attempt({ ...detailed, ...Object.fromEntries(changes) })).toMatch(
          /^whole$|^'run.json' cannot be imported: /,
        );
      }),
      { numRuns: 200 },
    );
  });
});
