import { describe, expect, it } from "vitest";
import type { ModelStatistics } from "../../engine/types.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { splitFromStatistics, type splitFromTrace } from "./server-split.ts";
import { type SplitSource, watchSplit } from "./split-watch.ts";

const NONE = { count: 0, ns: 0 };

/** Counters after this many requests of 1 ms queue, 2 ms compute; `hits` of them from the cache. */
function counters(
  requests: number,
  more: { version?: string; hits?: number; failed?: number } = {},
) {
  const { version = "1", hits = 0, failed = 0 } = more;
  const ran = requests - hits;
  const of = (ms: number) => ({ count: ran, ns: ran * ms * 1e6 });
  return {
    name: "m",
    version,
    inference_stats: {
      success: { count: requests, ns: requests * 3e6 },
      fail: { count: failed, ns: 0 },
      queue: of(1),
      compute_input: of(0.5),
      compute_infer: of(2),
      compute_output: of(0.25),
      cache_hit: { count: hits, ns: hits * 1000 },
      cache_miss: NONE,
    },
    batch_stats: [{ batch_size: 4, compute_infer: of(2) }],
  } as unknown as ModelStatistics;
}

describe("[CLIENT-9] the server's split", () => {
  it("is exact if one request was counted", () => {
    expect(splitFromStatistics([counters(5)], [counters(6)])).toMatchObject({
      provenance: "exact",
      requests: 1,
      queueMs: 1,
      computeInputMs: 0.5,
      computeInferMs: 2,
      computeOutputMs: 0.25,
      cache: null,
      batchSize: 4,
    });
    expect(splitFromStatistics([], [counters(1)]).provenance).toBe("exact");
  });

  it("is a mean, and marked as one, if others ran at the same time", () => {
    const split = splitFromStatistics([counters(5)], [counters(9, { hits: 1 })]);
    expect(split).toMatchObject({
      provenance: "derived",
      requests: 4,
      queueMs: 1,
      batchSize: null,
    });
    expect(split.words).toContain("mean of 4 requests");
  });

  it("has no compute if the cache answered", () => {
    expect(splitFromStatistics([counters(5)], [counters(6, { hits: 1 })])).toMatchObject({
      cache: "hit",
      queueMs: null,
      computeInferMs: null,
    });
  });

  it.each([
    [[counters(5)], [counters(5)], "did not count it"],
    [[counters(5)], [counters(1)], "were reset"],
    [[], [counters(1), counters(1, { version: "2" })], "Several versions"],
  ])("is unavailable with the reason, else", (before, after, words) => {
    const split = splitFromStatistics(before, after);
    expect(split.provenance).toBe("unavailable");
    expect(split.words).toContain(words);
  });

  it("counts a failed request", () => {
    expect(splitFromStatistics([counters(5)], [counters(5, { failed: 1 })]).provenance).toBe(
      "exact",
    );
  });
});

const stamps = [
  ["REQUEST_START", 0],
  ["CACHE_LOOKUP_START", 1],
  ["CACHE_LOOKUP_END", 2],
  ["QUEUE_START", 3],
  ["COMPUTE_START", 13],
  ["COMPUTE_INPUT_END", 14],
  ["COMPUTE_OUTPUT_START", 34],
  ["COMPUTE_END", 35],
].map(([point, ms]) => ({ point, atNs: Number(ms) * 1e6 }));

const trace = {
  requestId: "own",
  modelName: "m",
  stamps,
  cacheHit: false,
  batchSize: 8,
} as unknown as Parameters<typeof splitFromTrace>[0];

function source(answers: (ModelStatistics[] | Error)[], insight: SplitSource["insight"] = null) {
  return {
    insight,
    statistics: () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? []);
    },
  };
}

describe("[CLIENT-9] reading it", () => {
  it("waits for counters that are a little late", async () => {
    const clock = new ManualClock();
    const server = source([[counters(1)], [counters(1)], [counters(2)]]);
    const reading = (await watchSplit(server, "m", clock))("1", "own");
    while (clock.waiting === 0) await new Promise(setImmediate);
    await clock.advance(20);
    expect((await reading).provenance).toBe("exact");
  });

  it("uses the engine's trace of this request if others ran", async () => {
    const insight = {
      traceRate: () => Promise.resolve(1),
      traces: () => Promise.resolve([{ ...trace, requestId: "other" }, trace]),
    };
    const server = source([[counters(1)], [counters(4)]], insight);
    const split = await (await watchSplit(server, "m", new ManualClock()))("1", "own");
    expect(split).toEqual({
      provenance: "exact",
      words: "From the engine's trace of this request.",
      requests: 1,
      queueMs: 10,
      computeInputMs: 1,
      computeInferMs: 20,
      computeOutputMs: 1,
      cache: "miss",
      batchSize: 8,
    });
  });

  it("keeps the mean if this request was not traced", async () => {
    const insight = {
      traceRate: () => Promise.resolve(1000),
      traces: () => Promise.reject(new Error("gone")),
    };
    const server = source([[counters(1)], [counters(4)]], insight);
    const split = await (await watchSplit(server, "m", new ManualClock()))("1", "own");
    expect(split.provenance).toBe("derived");
  });

  it("explains why there are no figures", async () => {
    const server = source([new Error("it is not offered")]);
    const split = await (await watchSplit(server, "m", new ManualClock()))("", "own");
    expect(split).toMatchObject({
      provenance: "unavailable",
      words: "No statistics: it is not offered",
    });
  });
});
