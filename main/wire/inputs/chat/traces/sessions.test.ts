import { afterAll, describe, expect, it } from "vitest";
import type { RequestTrace } from "../../../../contract/index.ts";
import { UNMEASURED } from "../prompts.ts";
import { partSessions } from "./part-sessions.ts";
import { readPlannedTrace, readTrace } from "./read-trace.ts";
import { summarizeTrace } from "./summarize-trace.ts";
import {
  AIPERF_SESSIONS,
  BURSTGPT_SESSIONS,
  otlpRequest,
  TraceFiles,
} from "./testing/trace-files.ts";
import { traceConversations } from "./trace-conversations.ts";

const files = new TraceFiles();
afterAll(() => files[Symbol.dispose]());

const planned = (path: string, more: Partial<RequestTrace> = {}): RequestTrace => ({
  kind: "trace",
  path,
  format: "burstgpt",
  from: 0,
  until: null,
  read: null,
  ...more,
});

const RECORDED = { turns: null, laterLengths: null, think: { kind: "recorded" } } as const;
const WRITING = {
  source: { endpoint: "chat" as const },
  seed: 1,
  estimate: UNMEASURED,
  drawThink: () => 7,
  drawOutput: (n: number, k: number) => 100 + 10 * n + k,
};
const AT_ONCE = { elapsedMs: 0, speed: 1 };

const conversationsOf = (trace: RequestTrace, think: "recorded" | "drawn" = "recorded") =>
  traceConversations(
    trace,
    think === "recorded" ? RECORDED : { ...RECORDED, think: { kind: "fixed", ms: 7 } },
    WRITING,
  );

const messageLength = ({ messages }: { messages: readonly { content: unknown }[] }) =>
  String(messages.at(-1)?.content).split(" ").length;

describe("conversations by the ids of a trace's requests", () => {
  it("[LAB-TRACE-16, LAB-TRACE-17] are BurstGPT's sessions, with whole prompts as lengths where they grow so", async () => {
    const path = files.write("burst.csv", BURSTGPT_SESSIONS);
    const conversations = await conversationsOf(planned(path));
    // s1 with two turns, s2 with two, and a request of the API without an id.
    expect(conversations.count).toBe(3);
    expect([0, 1, 2].map((n) => conversations.turns(n))).toEqual([2, 2, 1]);
    expect([...(conversations.instants ?? [])]).toEqual([0, 10_000, 20_000]);
    // 100 and 30 tokens of s1's first turn are part of the 180 of its second.
    expect([0, 1].map((k) => messageLength(conversations.turn(0, k)))).toEqual([100, 50]);
    // s2's second prompt is shorter than its first: it is a message of its own.
    expect([0, 1].map((k) => messageLength(conversations.turn(1, k)))).toEqual([60, 40]);
    expect(conversations.turn(0, 1).maxTokens).toBe(20);
    // From 4 s after the start to 30 s: the answer took 4 s, and the user 26.
    expect(conversations.thinkMs(0, 0, AT_ONCE)).toBe(26_000);
    expect(conversations.thinkMs(0, 0, { elapsedMs: 9000, speed: 2 })).toBe(13_000);
    expect((await conversationsOf(planned(path), "drawn")).thinkMs(0, 0, AT_ONCE)).toBe(7);
  });

  it("[LAB-TRACE-16] warm up with the same lengths and other words", async () => {
    const path = files.write("burst.csv", BURSTGPT_SESSIONS);
    const { count, turn, turns } = await conversationsOf(planned(path));
    expect(turns(count)).toBe(2);
    expect(messageLength(turn(count, 0))).toBe(100);
    expect(turn(count, 0).messages).not.toEqual(turn(0, 0).messages);
    expect(turn(0, 1).messages).toEqual(turn(0, 1).messages);
  });

  it("[LAB-TRACE-16] begin with their first request in the replayed part", async () => {
    const path = files.write("burst.csv", BURSTGPT_SESSIONS);
    const trace = planned(path, { from: 15 });
    const conversations = await conversationsOf(trace);
    expect(conversations.count).toBe(3);
    expect([...(conversations.instants ?? [])]).toEqual([5000, 15_000, 20_000]);
    const { trace: whole, part } = await readPlannedTrace(trace);
    expect(partSessions(whole, part)?.starts).toHaveLength(4);
  });

  it("[LAB-TRACE-16] are OpenTelemetry's, with the user's messages where they are recorded", async () => {
    const second = 1_000_000_000;
    const messages = JSON.stringify([
      { role: "user", parts: [{ type: "text", content: "Hello" }] },
      { role: "assistant", parts: [{ type: "text", content: "Hi" }] },
      { role: "user", parts: [{ type: "text", content: "And now?" }] },
    ]);
    const path = files.write(
      "spans.jsonl",
      otlpRequest([
        { at: `${10 * second}`, ended: `${12 * second}`, input: 50, output: 10, conversation: "c" },
        { at: `${15 * second}`, input: 90, output: 10, conversation: "c" },
        { at: `${16 * second}`, input: 30, output: 5, conversation: "d", messages },
      ]),
    );
    const conversations = await conversationsOf(planned(path, { format: "otlp" }));
    expect(messageLength(conversations.turn(0, 1))).toBe(30);
    expect(conversations.thinkMs(0, 0, AT_ONCE)).toBe(3000);
    expect(conversations.turn(1, 0).messages).toEqual([{ role: "user", content: "And now?" }]);
  });

  it("[LAB-TRACE-16] are AIPerf's, with delays in place of instants, and texts", async () => {
    const path = files.write("sessions.jsonl", AIPERF_SESSIONS);
    expect((await readTrace({ path, format: null })).format).toBe("mooncake");
    const conversations = await conversationsOf(planned(path, { format: "mooncake" }));
    expect(conversations.instants).toBeNull();
    expect([0, 1].map((n) => conversations.turns(n))).toEqual([2, 1]);
    expect([0, 1].map((k) => messageLength(conversations.turn(0, k)))).toEqual([300, 150]);
    expect(conversations.thinkMs(0, 0, AT_ONCE)).toBe(2);
    expect(conversations.turn(1, 0).messages).toEqual([{ role: "user", content: "What is it?" }]);
    const mixed = files.write(
      "mixed.jsonl",
      `${AIPERF_SESSIONS}\n{"timestamp": 5, "input_length": 3, "output_length": 3}`,
    );
    await expect(readTrace({ path: mixed, format: null })).rejects.toThrow(
      "line 4: it has an instant, which the requests before it lack",
    );
  });

  it("[LAB-TRACE-16] keep the recorded gaps where the ends of answers are unknown", async () => {
    const path = files.write(
      "gaps.jsonl",
      [0, 4000]
        .map((timestamp) =>
          JSON.stringify({ timestamp, input_length: 9, output_length: 2, session_id: "s" }),
        )
        .join("\n"),
    );
    const { thinkMs } = await conversationsOf(planned(path, { format: "mooncake" }));
    expect(thinkMs(0, 0, { elapsedMs: 1000, speed: 1 })).toBe(3000);
    expect(thinkMs(0, 0, { elapsedMs: 1000, speed: 2 })).toBe(1000);
    expect(thinkMs(0, 0, { elapsedMs: 9000, speed: 1 })).toBe(0);
  });

  it("[LAB-TRACE-10, LAB-TRACE-16] are in the summary, and conversations without ids are rejected", async () => {
    const path = files.write("burst.csv", BURSTGPT_SESSIONS);
    const { part } = summarizeTrace(await readTrace({ path, format: null }), planned(path));
    expect(part).toMatchObject({ requests: 5, sessions: 3, turns: { max: 2 } });
    const plain = files.write("plain.csv", "Timestamp,Request tokens,Response tokens\n1,2,3");
    await expect(conversationsOf(planned(plain))).rejects.toThrow("no ids of conversations");
  });
});

describe("a sample of a file of conversations", () => {
  const path = files.write(
    "many.json",
    JSON.stringify(
      Array.from({ length: 300 }, (_, i) => ({
        conversations: [
          { from: "human", value: `question ${i}` },
          { from: "gpt", value: "answer" },
        ],
      })),
    ),
  );
  const texts = async (conversations: number, seed: number) => {
    const trace = await readTrace({ path, format: null, sample: { conversations, seed } });
    return trace.conversations?.map(({ turns }) => turns[0]?.content);
  };

  it("[LAB-TRACE-15] has the stated size, is the same by seed, and covers the whole file", async () => {
    const [one, two] = [await texts(50, 1), await texts(50, 2)];
    expect(one).toHaveLength(50);
    expect(await texts(50, 1)).toEqual(one);
    expect(two).not.toEqual(one);
    expect(new Set(one).size).toBe(50);
    const numbers = one?.map((text) => Number(text?.split(" ")[1])) ?? [];
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(Math.max(...numbers)).toBeGreaterThan(200);
    expect(await texts(1000, 1)).toHaveLength(300);
    const sample = { conversations: 50, seed: 1 };
    const summary = summarizeTrace(
      await readTrace({ path, format: null, sample }),
      planned(path, { format: "sharegpt" }),
    );
    expect(summary).toMatchObject({ requests: 300, part: { requests: 50 } });
  });

  it("[LAB-TRACE-15] is rejected for formats without texts", async () => {
    const burst = files.write("burst.csv", BURSTGPT_SESSIONS);
    await expect(
      readTrace({ path: burst, format: null, sample: { conversations: 5, seed: 1 } }),
    ).rejects.toThrow("samples are of ShareGPT's conversations");
  });
});
