import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { experiment as schema } from "../../contract/index.ts";
import { importExperiment } from "./index.ts";

const START = 1_759_813_207_000_000_000;

/** As docs/tutorials/working-with-profile-exports.md of ai-dynamo/aiperf shows it; two requests at once. */
const success = (i: number) => ({
  metadata: {
    session_num: i,
    x_request_id: `r${i}`,
    turn_index: 0,
    request_start_ns: START + Math.floor(i / 2) * 60_000_000,
    request_end_ns: START + Math.floor(i / 2) * 60_000_000 + 60_000_000,
    worker_id: "w",
    record_processor_id: "p",
    benchmark_phase: "profiling",
    was_cancelled: false,
    cancellation_time_ns: null,
  },
  metrics: {
    input_sequence_length: { value: 64, unit: "tokens" },
    time_to_first_token: { value: 20 + i / 1000, unit: "ms" },
    request_latency: { value: 60, unit: "ms" },
    inter_chunk_latency: { value: [10, 10, 10, 10], unit: "ms" },
    output_sequence_length: { value: 5, unit: "tokens" },
    inter_token_latency: { value: 10, unit: "ms" },
  },
  error: null as object | null,
});
const failure = (wasCancelled: boolean) => ({
  metadata: { ...success(0).metadata, was_cancelled: wasCancelled },
  metrics: { error_isl: { value: 550, unit: "tokens" } },
  error: { code: 499, type: "RequestCancellationError", message: "Request was cancelled" },
});
const warmup = { ...success(0), metadata: { ...success(0).metadata, benchmark_phase: "warmup" } };

const all = Array.from({ length: 1000 }, (_, i) => success(i));
const read = (...records: object[]) =>
  importExperiment("profile_export.jsonl", records.map((each) => JSON.stringify(each)).join("\n"));

function attempt(...records: object[]): string {
  try {
    const imported = read(...records);
    return schema.safeParse({ ...imported, id: 1 }).success ? "whole" : "not whole";
  } catch (error) {
    return error instanceof StatusError ? error.message : `not a StatusError: ${String(error)}`;
  }
}

describe("[LAB-EXPORT-17] AIPerf's records of single requests", () => {
  it("are a step with histograms and intervals, without the warm-up", () => {
    expect(attempt(warmup, ...all)).toBe("whole");
    const imported = read(warmup, ...all, failure(true), failure(false));
    expect(imported).toMatchObject({ name: "profile_export", tags: ["AIPerf"] });
    const [step] = imported.steps;
    expect(step).toMatchObject({
      successes: 1000,
      outcomes: { cancelled: 1, failed: 1 },
      chat: { outputTokens: 5000, promptTokens: 64_000, perToken: { count: 1000 } },
    });
    expect(step?.seconds).toBeCloseTo(30);
    expect(step?.requestsPerSecond).toBeCloseTo(1000 / 30);
    expect(step?.startedAt).toBeCloseTo(START / 1e6, 0);
    expect(step?.chat?.firstToken.p50?.value).toBeCloseTo(20.5, 1);
    expect(step?.chat?.firstToken.p50?.low).toBeLessThan(step?.chat?.firstToken.p50?.high ?? 0);
    expect(step?.chat?.betweenTokens.count).toBe(4000);
  });

  it("have the most requests at once as their load, and responses that weren't streamed no first token", () => {
    expect(read(...all).steps[0]?.load).toEqual({ kind: "concurrency", value: 2 });
    const {
      time_to_first_token: _first,
      inter_chunk_latency: _gaps,
      ...metrics
    } = success(0).metrics;
    const [step] = read({ ...success(0), metrics }).steps;
    expect(step).toMatchObject({ chat: null, texts: { outputTokens: expect.any(Number) } });
    expect(step?.response.count).toBe(1);
  });

  it.each<[string, object[]]>([
    ["has no records of the phase 'profiling'", [warmup]],
    [
      'line 2: metadata.request_start_ns is "soon"',
      [
        success(0),
        { ...success(1), metadata: { ...success(1).metadata, request_start_ns: "soon" } },
      ],
    ],
    [
      'line 1: metrics.request_latency.unit is "sec"',
      [{ ...success(0), metrics: { request_latency: { value: 1, unit: "sec" } } }],
    ],
  ])("[LAB-EXPORT-14] are rejected: %s", (words, records) => {
    expect(attempt(...records)).toContain(words);
  });

  it("[LAB-EXPORT-14] are rejected with the line that isn't JSON", () => {
    const text = `${JSON.stringify(success(0))}\n{"metadata"`;
    expect(() => importExperiment("a.jsonl", text)).toThrow(/line 2 is not JSON/);
  });

  it("[LAB-EXPORT-15] are imported completely or rejected, whatever their fields contain", () => {
    const part = fc.constantFrom("metadata", "metrics", "error");
    const names = [...Object.keys(success(0).metadata), ...Object.keys(success(0).metrics)];
    const value = fc.oneof(
      fc.constantFrom<unknown>(null, "", [], {}, -1, 0, 1e300, true, { value: "x", unit: "ms" }),
      fc.jsonValue({ maxDepth: 1 }),
    );
    fc.assert(
      fc.property(
        part,
        fc.constantFrom(...names),
        value,
        fc.boolean(),
        (key, name, held, whole) => {
          const former = success(1)[key] ?? {};
          const changed = { ...success(1), [key]: whole ? held : { ...former, [name]: held } };
          expect(attempt(success(0), changed)).toMatch(
            /^whole$|^'profile_export.jsonl' cannot be imported: /,
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});
