import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { experiment as schema } from "../../contract/index.ts";
import { importExperiment } from "./index.ts";

/**
 * Written by guidellm 0.8.1 and aiperf 0.13.0 against the double of a vLLM (../testing/chat-server.ts); of GuideLLM's
 * without request arguments (but for embeddings), outputs, other media and other statuses.
 */
const recorded = (name: string) =>
  fs.readFileSync(new URL(`testing/${name}`, import.meta.url), "utf8");
const guidellm = recorded("guidellm-0.8.1.json");
const summary = recorded("aiperf-0.13.0-summary.json");
const embeddings = recorded("aiperf-0.13.0-embeddings.json");
const records = { fileName: "r.jsonl", content: recorded("aiperf-0.13.0-records.jsonl") };

const isWhole = (imported: object) => schema.safeParse({ ...imported, id: 1 }).success;

function attempt(content: string): string {
  try {
    return isWhole(importExperiment("x.json", content, 5000)) ? "whole" : "not whole";
  } catch (error) {
    return error instanceof StatusError ? error.message : `not a StatusError: ${String(error)}`;
  }
}

/** The document again and again, with one field after the other absent, null and of another type. */
function* withFieldsChanged(document: object): Generator<string> {
  function* visit(value: unknown): Generator<string> {
    if (typeof value !== "object" || value === null) return;
    const container = value as Record<string, unknown>;
    for (const [key, old] of Object.entries(container)) {
      for (const replacement of [undefined, null, "text", -1, []]) {
        container[key] = replacement;
        yield JSON.stringify(document);
      }
      container[key] = old;
      yield* visit(old);
    }
  }
  yield* visit(document);
}

describe("[LAB-EXPORT-18] GuideLLM's benchmarks.json", () => {
  it("is a step for each benchmark, with histograms and intervals", () => {
    const imported = importExperiment("benchmarks.json", guidellm);
    expect(isWhole(imported)).toBe(true);
    expect(imported).toMatchObject({ name: "benchmarks", tags: ["GuideLLM"] });
    expect(imported.plan.traffic[0]).toMatchObject({
      model: "tiny-chat",
      inputs: { endpoint: "chat", outputs: { tokens: 6 } },
    });
    expect(imported.plan.load).toMatchObject({ kind: "concurrency", levels: [1, 4] });
    const [, step] = imported.steps;
    expect(step).toMatchObject({
      load: { kind: "concurrency", value: 4 },
      successes: 30,
      chat: { outputTokens: 180, betweenTokens: { count: 0 }, perToken: { count: 30 } },
    });
    expect(step?.requestsPerSecond).toBeCloseTo(82.63, 1);
    expect(step?.response.p50?.value).toBeGreaterThan(35);
    expect(step?.chat?.firstToken.p50?.value).toBeCloseTo(22, 0);
    expect(step?.response.histogram).not.toBe("");
  });

  it("has figures without histograms if no requests were sampled; mixed loads are rates", () => {
    const imported = importExperiment("sweep.json", recorded("guidellm-0.8.1-sweep.json"));
    expect(isWhole(imported)).toBe(true);
    const loads = imported.steps.map(({ load }) => load);
    expect(loads.every(({ kind }) => kind === "rate")).toBe(true);
    expect(loads.map(({ value }) => Math.round(value))).toEqual([21, 178, 178]);
    expect(imported.note).toContain("different kinds of load");
    expect(imported.steps[0]?.response).toMatchObject({ count: 30, histogram: "" });
    expect(imported.steps[0]?.response.p50?.value).toBeGreaterThan(35);
  });

  it("[LAB-EXPORT-26] has embeddings without times of tokens, with the texts of a request if it is in the file", () => {
    const text = recorded("guidellm-0.8.1-embeddings.json");
    const imported = importExperiment("e.json", text);
    expect(isWhole(imported)).toBe(true);
    expect(imported.plan.traffic).toMatchObject([
      { model: "tiny-chat", batchSize: 1, inputs: { kind: "embeddings", lengths: { tokens: 10 } } },
    ]);
    const [step] = imported.steps;
    expect(step).toMatchObject({
      load: { kind: "concurrency", value: 2 },
      successes: 10,
      outcomes: { failed: 2 },
      chat: null,
      texts: { inputTokens: 100, server: null },
    });
    expect(step?.failures.map(({ count }) => count)).toEqual([1, 1]);
    expect(step?.response.histogram).not.toBe("");
    const document = JSON.parse(text) as {
      benchmarks: { requests: { successful: { request_args: string }[] } }[];
    };
    const [request] = document.benchmarks[0]?.requests.successful ?? [];
    if (request) request.request_args = '{"body":{"input":["a b","c"]}}';
    expect(importExperiment("e.json", JSON.stringify(document)).plan.traffic).toMatchObject([
      { batchSize: 2, inputs: { kind: "embeddings", lengths: { tokens: 5 } } },
    ]);
  });

  it("is imported completely or rejected with one sentence, whatever a field contains", () => {
    const document = JSON.parse(guidellm) as {
      benchmarks: { requests: { successful: unknown[] } }[];
    };
    document.benchmarks.splice(1);
    document.benchmarks[0]?.requests.successful.splice(1);
    for (const text of withFieldsChanged(document))
      expect(attempt(text)).toMatch(/^(whole|'x.json' cannot be imported: .+\.)$/s);
  });
});

describe("[LAB-EXPORT-19] AIPerf's summary", () => {
  it("names model, load and figures", () => {
    const imported = importExperiment("profile_export_aiperf.json", summary);
    expect(isWhole(imported)).toBe(true);
    expect(imported.plan.traffic[0]).toMatchObject({ model: "tiny-chat" });
    expect(imported.plan.load).toMatchObject({ kind: "concurrency", levels: [4] });
    const [step] = imported.steps;
    expect(step).toMatchObject({
      successes: 40,
      response: { count: 40, histogram: "", p99: { value: 50.294989 } },
      chat: { outputTokens: 240, promptTokens: 1280, betweenTokens: { count: 200 } },
    });
    expect(step?.goodput).toBeCloseTo(84.74, 1);
  });

  it("has the times of its records if both are given", () => {
    const imported = importExperiment("s.json", summary, 0, records);
    expect(isWhole(imported)).toBe(true);
    const [step] = imported.steps;
    expect(step).toMatchObject({ load: { kind: "concurrency", value: 4 }, successes: 40 });
    expect(step?.response.histogram).not.toBe("");
    expect(step?.response.p50?.value).toBeCloseTo(41.9, 0);
    expect(step?.goodput).toBeCloseTo(84.74, 1);
  });

  it("[LAB-EXPORT-26] has requests of several texts for embeddings, with its records or without", () => {
    const content = recorded("aiperf-0.13.0-embeddings-records.jsonl");
    const expected = {
      successes: 20,
      load: { kind: "concurrency", value: 2 },
      chat: null,
      texts: { inputTokens: 1000, server: null },
    };
    const alone = importExperiment("e.json", embeddings);
    const paired = importExperiment("e.json", embeddings, 0, { fileName: "e.jsonl", content });
    for (const imported of [alone, paired]) {
      expect(isWhole(imported)).toBe(true);
      expect(imported.plan.traffic).toMatchObject([
        { model: "tiny-chat", batchSize: 3, inputs: { kind: "embeddings" } },
      ]);
      expect(imported.steps).toMatchObject([expected]);
    }
    expect(alone.steps[0]?.service.histogram).toBe("");
    expect(paired.steps[0]?.service.histogram).not.toBe("");
    const { plan, steps } = importExperiment("e.jsonl", content);
    expect(plan.traffic).toMatchObject([{ batchSize: 1, inputs: { kind: "embeddings" } }]);
    expect(steps).toMatchObject([expected]);
  });

  it("[LAB-EXPORT-26] has reranks of as many documents as its rankings have passages", () => {
    const imported = importExperiment("r.json", recorded("aiperf-0.13.0-rankings.json"));
    expect(isWhole(imported)).toBe(true);
    expect(imported.plan.traffic).toMatchObject([
      { model: "tiny", batchSize: 4, inputs: { kind: "rerank" } },
    ]);
    expect(imported.steps).toMatchObject([
      {
        successes: 6,
        load: { kind: "concurrency", value: 2 },
        chat: null,
        texts: { server: null },
      },
    ]);
  });

  it("is rejected with records of another run, or with another file", () => {
    const [, ...others] = records.content.split("\n");
    const other = { ...records, content: others.join("\n") };
    expect(() => importExperiment("s.json", summary, 0, other)).toThrow(
      "request_count is 40, but the records hold 39 successes: they are of another run.",
    );
    expect(() => importExperiment("g.json", guidellm, 0, records)).toThrow(
      "is no summary of AIPerf",
    );
    expect(() => importExperiment("s.json", summary, 0, { ...records, content: "{}" })).toThrow(
      "'r.jsonl' holds no records of AIPerf.",
    );
  });

  it("is imported completely or rejected with one sentence, whatever a field contains", () => {
    for (const text of withFieldsChanged(JSON.parse(summary) as object))
      expect(attempt(text)).toMatch(/^(whole|'x.json' cannot be imported: .+\.)$/s);
    fc.assert(
      fc.property(fc.nat(summary.length), (length) => {
        expect(attempt(summary.slice(0, length))).toMatch(/^(whole|'x.json' cannot be imported: )/);
      }),
      { numRuns: 100 },
    );
  });
});
