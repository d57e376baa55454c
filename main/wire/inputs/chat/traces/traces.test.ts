import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { RequestTrace } from "../../../../contract/index.ts";
import { UNMEASURED } from "../prompts.ts";
import { readPlannedTrace, readTrace } from "./read-trace.ts";
import { summarizeTrace } from "./summarize-trace.ts";
import {
  AZURE,
  BURSTGPT,
  MOONCAKE,
  otlpRequest,
  SHAREGPT,
  TraceFiles,
} from "./testing/trace-files.ts";
import { tracePrompts } from "./trace-requests.ts";

const FIXED = { kind: "fixed", tokens: 7 } as const;
const files = new TraceFiles();
afterAll(() => files[Symbol.dispose]());

const planned = (path: string, more: Partial<RequestTrace> = {}): RequestTrace => ({
  kind: "trace",
  path,
  format: "mooncake",
  from: 0,
  until: null,
  read: null,
  ...more,
});

const lengths = async (path: string) => {
  const { format, at, inputTokens, outputTokens } = await readTrace({ path, format: null });
  return { format, at: at && [...at], in: [...inputTokens], out: [...outputTokens] };
};

describe("traces", () => {
  it("[LAB-TRACE-1] reads Mooncake's JSON Lines", async () => {
    const path = files.write("mooncake.jsonl", `\uFEFF${MOONCAKE}\n\n`);
    expect(await lengths(path)).toEqual({
      format: "mooncake",
      at: [0, 100, 300, 300],
      in: [1300, 1500, 600, 20],
      out: [5, 3, 4, 2],
    });
    const { blocks } = await readTrace({ path, format: "mooncake" });
    expect([...(blocks?.starts ?? [])]).toEqual([0, 3, 6, 8, 9]);
    expect([...(blocks?.ids ?? [])]).toEqual([0, 1, 2, 0, 1, 3, 4, 5, 6]);
  });

  it("[LAB-TRACE-2] reads BurstGPT's CSV, in seconds, without what failed", async () => {
    const path = files.write("burst.csv", BURSTGPT);
    expect(await lengths(path)).toEqual({
      format: "burstgpt",
      at: [0, 40_000, 113_000],
      in: [472, 1087, 417],
      out: [18, 230, 276],
    });
    expect((await readTrace({ path, format: null })).skipped).toEqual([
      { reason: "requests without input or output tokens", count: 1 },
    ]);
    const session = BURSTGPT.replace("Timestamp,Model", "Timestamp,Session ID,Elapsed time,Model")
      .replaceAll("ChatGPT", "7,1.5,ChatGPT")
      .replaceAll("GPT-4", ",2,GPT-4");
    expect((await lengths(files.write("burst-2.csv", session))).in).toEqual([472, 1087, 417]);
  });

  it("[LAB-TRACE-3] reads Azure's CSV of 2023 and 2024, in order of time", async () => {
    const { format, at } = await lengths(files.write("azure.csv", AZURE));
    expect(format).toBe("azure");
    expect(at?.map((ms) => Math.round(ms * 100) / 100)).toEqual([0, 52, 98.19]);
    const week = [
      "TIMESTAMP,ContextTokens,GeneratedTokens",
      "2024-05-10 00:00:01.009930+00:00,2,20",
      "2024-05-10 00:00:00.509930+00:00,1,10",
    ].join("\n");
    const second = await lengths(files.write("azure-2024.csv", week));
    expect(second).toMatchObject({ in: [1, 2], out: [10, 20] });
    expect(second.at?.map(Math.round)).toEqual([0, 500]);
  });

  it("[LAB-TRACE-4] reads OTLP's JSON, a document or a request in each line, and only calls of models", async () => {
    const one = otlpRequest([
      { at: "1700000000500000000", input: "20", output: "5", operation: "chat" },
      { at: "1700000000500000000" },
      { at: "1700000000000000000", input: "99", output: "9", operation: "invoke_agent" },
    ]);
    const two = otlpRequest([{ at: "1700000000000000000", input: 10, output: 4 }]);
    const lines = files.write("spans.jsonl", `${one}\n${two}\n`);
    const expected = { format: "otlp", at: [0, 500], in: [10, 20], out: [4, 5] };
    expect(await lengths(lines)).toEqual(expected);
    expect((await readTrace({ path: lines, format: null })).skipped).toEqual([
      { reason: "spans without gen_ai.usage", count: 1 },
      {
        reason: "spans of other operations than chat, text_completion, generate_content",
        count: 1,
      },
    ]);
    const pretty = JSON.stringify(JSON.parse(one), null, 2);
    expect((await lengths(files.write("spans.json", pretty))).in).toEqual([20]);
  });

  it("[LAB-TRACE-5] reads ShareGPT's conversations, which have no instants", async () => {
    const path = files.write("sharegpt.json", SHAREGPT);
    const { at, conversations, skipped } = await readTrace({ path, format: null });
    expect(at).toBeNull();
    expect(conversations?.map(({ system, turns }) => [system, turns.length])).toEqual([
      [null, 2],
      ["Be brief", 1],
    ]);
    expect(conversations?.[0]?.turns[1]).toEqual({
      content: "And now shorter, please",
      outputTokens: 5,
    });
    expect(skipped).toEqual([
      { reason: "conversations that do not begin with a user and an answer", count: 1 },
    ]);
    const trace = planned(path, { format: "sharegpt" });
    const prompts = (endpoint: "chat" | "completions") =>
      tracePrompts(trace, { source: { endpoint }, estimate: UNMEASURED, seed: 1, outputs: FIXED });
    expect((await prompts("chat")).promptFor(1, false).content).toHaveLength(2);
    expect((await prompts("completions")).promptFor(1, false).content).toMatch(/^Be brief\n\nHow/);
  });

  it.each([
    [
      "a.jsonl",
      '{"timestamp":0,"input_length":5,"output_length":5}\n{"timestamp":"x","input_length":5,"output_length":5}',
      'line 2: timestamp is "x"; it must be a number of ms',
    ],
    [
      "b.jsonl",
      '{"timestamp":0,"output_length":5}',
      "line 1: input_length is missing; it must be a whole number of tokens",
    ],
    [
      "c.jsonl",
      '{"timestamp":0,"input_length":5.5,"output_length":5}',
      "line 1: input_length is 5.5",
    ],
    [
      "d.jsonl",
      '{"timestamp":0,"input_length":5,"output_length":5,"hash_ids":[1,"x"]}',
      'line 1: hash_ids[1] is "x"',
    ],
    [
      "e.jsonl",
      '{"timestamp":0,"input_length":512,"output_length":5,"hash_ids":[1,2]}',
      "hash_ids has 2 blocks, but input_length, 512, makes 1 of 512 tokens",
    ],
    ["f.jsonl", '{"timestamp":0,', "line 1: it is no JSON"],
    ["g.csv", "Timestamp,Request tokens\n1,2", "line 1: no column is named 'Response tokens'"],
    [
      "h.csv",
      "TIMESTAMP,ContextTokens,GeneratedTokens\nyesterday,1,1",
      'line 2: TIMESTAMP is "yesterday"',
    ],
    [
      "i.csv",
      "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03,-1,1",
      'line 2: ContextTokens is "-1"',
    ],
    [
      "j.json",
      '[{"conversations":[{"from":1,"value":"a"}]}]',
      "entry 1, conversations[0]: 'from' must be",
    ],
    [
      "k.jsonl",
      otlpRequest([{ at: "soon", input: 1, output: 1 }]),
      'line 1, span 1: startTimeUnixNano is "soon"',
    ],
    ["l.txt", "hello", "its format is not recognised"],
    ["m.txt", "\n\n", "it is empty"],
    [
      "n.csv",
      "Timestamp,Request tokens,Response tokens\n1,0,0",
      "it holds no requests; 1 requests without",
    ],
  ])("[LAB-TRACE-7] names the place in %s", async (name, text, message) => {
    await expect(readTrace({ path: files.write(name, text), format: null })).rejects.toThrow(
      message,
    );
  });

  it("[LAB-TRACE-7] rejects what is no file, and anything else with a sentence", async () => {
    await expect(readTrace({ path: "/nowhere/trace.jsonl", format: null })).rejects.toThrow(
      "does not exist",
    );
    await expect(readTrace({ path: "/", format: null })).rejects.toThrow("holds no .jsonl file");
    const json = fc.json().map((text) => `{"timestamp":0,${text.slice(1)}`);
    const texts = fc.oneof(fc.string(), fc.json(), json, fc.constant(otlpRequest([])));
    const formats = fc.constantFrom("mooncake", "burstgpt", "azure", "otlp", "sharegpt", null);
    await fc.assert(
      fc.asyncProperty(texts, formats, async (text, format) => {
        const path = files.write("any", text);
        const code = await readTrace({ path, format }).then(
          () => "INVALID_ARGUMENT",
          (error: unknown) => (error as { code?: unknown }).code,
        );
        expect(code).toBe("INVALID_ARGUMENT");
      }),
      { numRuns: 200 },
    );
  });
});

describe("a trace's part", () => {
  const path = files.write("part.jsonl", MOONCAKE);

  it("[LAB-TRACE-9] holds what arrived from its beginning up to its end", async () => {
    const { part } = await readPlannedTrace(planned(path, { from: 0.1, until: 0.3 }));
    expect(part).toMatchObject({ first: 1, end: 2 });
    expect(part.seconds).toBeCloseTo(0.2);
    const whole = await readPlannedTrace(planned(path));
    expect(whole.part).toEqual({ first: 0, end: 4, seconds: 0.4 });
    await expect(readPlannedTrace(planned(path, { from: 1, until: 2 }))).rejects.toThrow(
      "no request arrived from 1 s to 2 s; its requests are from 0 to 0.3 s",
    );
  });

  it("[LAB-TRACE-8] is rejected when the file has changed", async () => {
    const other = planned(path, { read: { sha256: "0".repeat(64), requests: 1, seconds: 1 } });
    await expect(readPlannedTrace(other)).rejects.toThrow("has changed since the plan was made");
  });

  it("[LAB-TRACE-6] makes prompts that share their prefixes block by block", async () => {
    const estimate = { perWord: 2, overhead: 10 };
    const prompts = await tracePrompts(planned(path), {
      source: { endpoint: "chat" },
      estimate,
      seed: 5,
      outputs: FIXED,
    });
    const words = (n: number, isWarmup = false) =>
      (prompts.promptFor(n, isWarmup).content as string).split(" ");
    expect(words(0)).toHaveLength(645);
    expect(words(1)).toHaveLength(745);
    expect(words(1).slice(0, 512)).toEqual(words(0).slice(0, 512));
    expect(words(1).slice(512, 520)).not.toEqual(words(0).slice(512, 520));
    expect(words(2).slice(0, 8)).not.toEqual(words(0).slice(0, 8));
    expect(words(0)).toEqual(words(0));
    expect(words(0, true)).toHaveLength(645);
    expect(words(0, true).slice(0, 8)).not.toEqual(words(0).slice(0, 8));
    expect([...(prompts.instants ?? [])]).toEqual([0, 100, 300, 300]);
  });

  it("[LAB-TRACE-10] is summarised", async () => {
    const summary = summarizeTrace(await readTrace({ path, format: null }), planned(path));
    expect(summary).toMatchObject({ requests: 4, seconds: 0.3 });
    const { part } = summary;
    expect(part).toMatchObject({ requests: 4, seconds: 0.4, peakPerSecond: 4, turns: null });
    expect(part.inputTokens).toEqual({ mean: 855, p50: 600, p90: 1500, max: 1500 });
    expect(part.arrivals?.reduce((sum, each) => sum + each, 0)).toBe(4);
    expect(part.reusedShare).toBeCloseTo(1024 / 3420);
    const sharegpt = files.write("share-summary.json", SHAREGPT);
    const chats = summarizeTrace(
      await readTrace({ path: sharegpt, format: null }),
      planned(sharegpt),
    );
    expect(chats.part).toMatchObject({
      arrivals: null,
      turns: { mean: 1.5, max: 2 },
      estimated: true,
    });
  });
});
