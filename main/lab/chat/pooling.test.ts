import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExperimentPlan, PoolingSource } from "../../contract/index.ts";
import { readPoolingResponse } from "../../wire/index.ts";
import { TraceFiles } from "../../wire/inputs/chat/traces/testing/trace-files.ts";
import { poolingRequests } from "../../wire/inputs/pooling/requests.ts";
import { never } from "../testing/lab-fixture.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";

let fixture: ChatFixture;

beforeAll(async () => {
  fixture = await createChatFixture({ prefillMs: 5 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const embeddings: PoolingSource = {
  kind: "embeddings",
  lengths: { kind: "fixed", tokens: 34 },
  dimensions: null,
  encoding: "float",
};
/** Of requests that are prepared without a server. */
const SET = {
  model: "m",
  modelVersion: "",
  inputs: [],
  distinctInputs: 32,
  reuse: { kind: "turns" },
  checkOutputs: false,
  seed: 1,
} as const;
const rerank: PoolingSource = {
  kind: "rerank",
  queries: { kind: "fixed", tokens: 10 },
  documents: { kind: "fixed", tokens: 35 },
  topN: null,
};

/** `items`: texts or documents of a request. */
function planOf(
  source: PoolingSource,
  items: number,
  more: Partial<ExperimentPlan> = {},
): ExperimentPlan {
  const plan = fixture.plan(more, source);
  return { ...plan, traffic: plan.traffic.map((each) => ({ ...each, batchSize: items })) };
}

async function stepOf(plan: ExperimentPlan) {
  const { chat } = fixture;
  chat.bodies.length = 0;
  chat.paths.length = 0;
  const experiment = await fixture.run(plan);
  const [step] = experiment.steps;
  if (!step) throw new Error(`no step: ${experiment.reason}`);
  return { step, experiment };
}

const start = (plan: ExperimentPlan) =>
  fixture.lab.requests["lab.start"]({ plan, name: "" }, new AbortController().signal);

describe("embeddings", () => {
  it("[LAB-CHAT-30] [LAB-CHAT-32] are measured by texts and input tokens, without a first token", async () => {
    const { step } = await stepOf(planOf(embeddings, 4));
    const { chat } = fixture;
    expect(new Set(chat.paths)).toEqual(new Set(["/v1/embeddings"]));
    const body = chat.bodies.at(-1) as { input: readonly string[] };
    expect(body.input).toHaveLength(4);
    expect(body.input[0]?.split(" ")).toHaveLength(32);
    expect(body).toMatchObject({ model: "tiny-chat", encoding_format: "float" });
    expect(body).not.toHaveProperty("stream");
    expect(step).toMatchObject({ chat: null, outcomes: { wrong: 0, failed: 0 } });
    expect(step.successes).toBeGreaterThan(10);
    expect(step.inferencesPerSecond).toBeCloseTo(4 * step.requestsPerSecond);
    expect(step.texts?.inputTokens).toBe(step.successes * 4 * 34);
    expect(step.texts?.inputTokensPerSecond).toBeCloseTo(
      (step.texts?.inputTokens ?? 0) / step.seconds,
    );
  });

  it("[LAB-CHAT-30] take dimensions, and base64 for the vectors", async () => {
    const { step } = await stepOf(planOf({ ...embeddings, dimensions: 3, encoding: "base64" }, 1));
    expect(fixture.chat.bodies.at(-1)).toMatchObject({ dimensions: 3, encoding_format: "base64" });
    expect(step.outcomes.wrong).toBe(0);
    expect(step.successes).toBeGreaterThan(10);
  });

  it("[LAB-CHAT-33] count answers that lack vectors as wrong, and report no tokens without usage", async () => {
    const { chat } = fixture;
    // Two are the requests that measure tokens.
    chat.faults.push(...Array.from({ length: 60 }, () => ({ kind: "event", code: 0 }) as const));
    const { step } = await stepOf(
      planOf(embeddings, 1, { warmup: { kind: "requests", count: 0 } }),
    );
    expect(step.outcomes.wrong).toBeGreaterThan(0);
    expect(step.failures).toContainEqual(
      expect.objectContaining({ message: "the response has no list 'data'" }),
    );
    chat.faults.length = 0;
    chat.usage = false;
    const silent = await stepOf(planOf(embeddings, 1));
    chat.usage = true;
    expect(silent.step.texts).toMatchObject({ inputTokens: null, inputTokensPerSecond: null });
  });
});

describe("rerank", () => {
  it("[LAB-CHAT-31] [LAB-CHAT-32] is measured by documents", async () => {
    const { step } = await stepOf(planOf({ ...rerank, topN: 2 }, 5));
    const { chat } = fixture;
    expect(new Set(chat.paths)).toEqual(new Set(["/v1/rerank"]));
    const body = chat.bodies.at(-1) as {
      query: string;
      documents: readonly string[];
      top_n?: number;
    };
    expect(body.documents).toHaveLength(5);
    expect(body.top_n).toBe(2);
    expect(body.query).not.toBe("");
    expect(step.outcomes.wrong).toBe(0);
    expect(step.inferencesPerSecond).toBeCloseTo(5 * step.requestsPerSecond);
    expect(step.texts?.inputTokens).toBeGreaterThan(0);
  });
});

describe("plans without a stream", () => {
  it("[LAB-CHAT-34] are rejected with limits of tokens, with chats, and with lengths in the wrong order", async () => {
    const objective = { percentile: 99, boundMs: 10, of: "firstToken" as const };
    await expect(start(planOf(embeddings, 1, { objective }))).rejects.toThrow(
      "objective limits tokens, which responses of 'embeddings' and 'rerank' don't have.",
    );
    const chat = fixture.plan().traffic;
    const mixed = planOf(embeddings, 1);
    await expect(start({ ...mixed, traffic: [...mixed.traffic, ...chat] })).rejects.toThrow(
      "traffic mixes 'chat' with 'embeddings' or 'rerank'; measure them one by one.",
    );
    const lengths = { kind: "uniform", least: 9, most: 3 } as const;
    await expect(start(planOf({ ...embeddings, lengths }, 1))).rejects.toThrow(
      "lengths.least is 9, more than lengths.most, 3.",
    );
  });

  it("[LAB-CHAT-33] responses with missing results are wrong", () => {
    const wrong = (answer: unknown, source: PoolingSource = embeddings, items = 2) =>
      readPoolingResponse(Buffer.from(JSON.stringify(answer)), source, items).wrong;
    const vector = { embedding: [1] };
    expect(wrong({ data: [vector, vector] })).toBeNull();
    expect(wrong({ data: [vector] })).toBe("the response has 1 embeddings for 2 texts");
    expect(wrong({ data: [vector, { embedding: [] }] })).toBe("embedding 1 is empty");
    expect(wrong({ data: [null, vector] })).toBe("embedding 0 is empty");
    expect(wrong(null)).toBe("the response is no JSON object");
    const ranked = { relevance_score: 0.5 };
    expect(wrong({ results: [ranked, ranked] }, rerank)).toBeNull();
    expect(wrong({ results: [ranked] }, rerank)).toBe(
      "the response has 1 results; 2 were asked for",
    );
    expect(wrong({ results: [ranked, {}] }, rerank)).toBe("result 1 has no relevance_score");
    expect(wrong({ results: 7 }, rerank)).toBe("the response has no list 'results'");
    const [scored, first] = [{ score: 0.5 }, { ...rerank, topN: 1 }];
    expect([wrong([scored, scored], rerank), wrong([scored], first)]).toEqual([null, null]);
    expect(wrong([scored, scored], first)).toBeNull();
    expect(wrong([scored], rerank)).toBe("the response has 1 results; 2 were asked for");
    expect(wrong([scored, {}], rerank)).toBe("result 1 has no relevance_score");
  });
});

describe("texts of a file", () => {
  it("[LAB-CHAT-40, LAB-CHAT-41] are embedded in order, next to the server's own counters", async () => {
    using files = new TraceFiles();
    const lines = ["one", "two words", "three more words", "four", "five"];
    const path = files.write(
      "texts.jsonl",
      lines.map((text, i) => JSON.stringify(i % 2 ? { prompt: text } : { text })).join("\n"),
    );
    const plan = fixture.plan(
      { requestsPerStep: 12, secondsPerStep: 30 },
      { ...embeddings, file: { path } },
    );
    const traffic = plan.traffic.map((each) => ({ ...each, batchSize: 2 }));
    const experiment = await fixture.run({ ...plan, traffic });
    const [step] = experiment.steps;
    const sent = fixture.chat.bodies.slice(-12).map(({ input }) => JSON.stringify(input));
    expect(new Set(sent)).toEqual(
      new Set([lines.slice(0, 2), lines.slice(2, 4)].map((each) => JSON.stringify(each))),
    );
    expect(step?.texts?.server?.requests).toBeGreaterThan(0);
    expect(step?.reconciliation.map(({ name }) => name)).toEqual([
      "successful requests",
      "input tokens",
    ]);
    const { command } = await fixture.lab.requests["lab.command"]({ plan: experiment.plan }, never);
    expect(command).toContain("--dataset-path=");
  });

  it("[LAB-CHAT-40] are ranked with all documents of a line", async () => {
    using files = new TraceFiles();
    const path = files.write(
      "rankings.jsonl",
      [
        { query: "what", documents: ["a", "b", "c"] },
        { query: "who", documents: ["d"] },
      ]
        .map((each) => JSON.stringify(each))
        .join("\n"),
    );
    const plan = fixture.plan(
      { requestsPerStep: 10, secondsPerStep: 30 },
      { ...rerank, file: { path } },
    );
    const [step] = (await fixture.run(plan)).steps;
    expect(step?.outcomes.wrong).toBe(0);
    expect(step?.successes).toBeGreaterThanOrEqual(10);
    expect(fixture.chat.bodies.slice(-4).map(({ documents }) => documents?.length)).toContain(3);
  });

  it.each([
    ["", "it holds no texts"],
    ['{"text":"a"}\nno', "line 2: it is no JSON"],
    ['{"text":"a","prompt":"b"}', "line 1: it must have either"],
    ['{"text":""}', "line 1: text"],
    ['{"text":"a"}', "it holds 1 texts, fewer than the 2 of a request"],
  ])("[LAB-CHAT-40] names what is wrong with %j", async (text, message) => {
    using files = new TraceFiles();
    const source = { ...embeddings, file: { path: files.write("a.jsonl", text) } };
    const set = { ...SET, source, batchSize: 2 };
    await expect(poolingRequests(set, source)).rejects.toThrow(message);
  });
});
