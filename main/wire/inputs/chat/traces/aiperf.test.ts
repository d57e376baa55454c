import { afterAll, describe, expect, it } from "vitest";
import type { ChatSource, RequestTrace } from "../../../../contract/index.ts";
import { UNMEASURED } from "../prompts.ts";
import { readTrace } from "./read-trace.ts";
import { summarizeTrace } from "./summarize-trace.ts";
import { AIPERF_MULTI_TURN, TraceFiles } from "./testing/trace-files.ts";
import { traceConversations } from "./trace-conversations.ts";
import { tracePrompts } from "./trace-requests.ts";

const files = new TraceFiles();
afterAll(() => files[Symbol.dispose]());

const planned = (path: string): RequestTrace => ({
  kind: "trace",
  path,
  format: "aiperf",
  from: 0,
  until: null,
  read: null,
});
const RECORDED = { turns: null, laterLengths: null, think: { kind: "recorded" } } as const;
const AT_ONCE = { elapsedMs: 50, speed: 2 };
const DRAWN = 7;

const conversationsOf = (path: string, endpoint: ChatSource["endpoint"] = "chat") =>
  traceConversations(planned(path), RECORDED, {
    source: { endpoint },
    seed: 1,
    estimate: UNMEASURED,
    drawThink: () => 0,
    drawOutput: () => DRAWN,
  });

const write = (...lines: readonly object[]) =>
  files.write("turns.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));

describe("AIPerf's conversations", () => {
  const path = files.write("multi-turn.jsonl", AIPERF_MULTI_TURN);

  it("[LAB-TRACE-18] have their messages, system prompts, lengths and delays, by session", async () => {
    const { count, turns, turn, thinkMs, instants } = await conversationsOf(path);
    expect([count, turns(0), turns(1), instants]).toEqual([2, 3, 2, null]);
    expect(turn(0, 0)).toEqual({
      messages: [
        { role: "system", content: "You are a helpful assistant." },
        { role: "user", content: "What is deep learning?" },
      ],
      maxTokens: 40,
    });
    expect(turn(0, 2)).toEqual({
      messages: [{ role: "user", content: "Thanks" }],
      maxTokens: DRAWN,
    });
    expect(turn(1, 0).messages[0]?.content).toEqual([
      { type: "text", text: "Who are you?" },
      { type: "text", text: "Hello world" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ]);
    expect(turn(1, 1).messages).toEqual([{ role: "user", content: "And now?" }]);
    expect([thinkMs(0, 0, AT_ONCE), thinkMs(0, 1, AT_ONCE)]).toEqual([500, 1000]);
  });

  it("[LAB-TRACE-18] begin at their timestamps, where they have them", async () => {
    const timed = write(
      {
        session_id: "a",
        turns: [
          { timestamp: 1000, text: "one" },
          { timestamp: 3000, text: "two" },
        ],
      },
      {
        session_id: "b",
        turns: [
          { timestamp: 1500, text: "three" },
          { delay: 10, text: "four" },
        ],
      },
    );
    const { instants, thinkMs } = await conversationsOf(timed);
    expect([...(instants ?? [])]).toEqual([0, 500]);
    expect(thinkMs(0, 0, { elapsedMs: 400, speed: 1 })).toBe(1600);
    expect(thinkMs(1, 0, { elapsedMs: 400, speed: 1 })).toBe(10);
  });

  it("[LAB-TRACE-10, LAB-TRACE-18] are recognised and summarised", async () => {
    const trace = await readTrace({ path, format: null });
    expect(trace.format).toBe("aiperf");
    expect(summarizeTrace(trace, planned(path)).part).toMatchObject({
      requests: 5,
      seconds: null,
      estimated: true,
      outputTokens: { mean: 40, missing: 4 },
      sessions: 2,
      turns: { mean: 2.5, max: 3 },
    });
    const without = write({ turns: [{ text: "one" }] });
    const { part } = summarizeTrace(
      await readTrace({ path: without, format: null }),
      planned(without),
    );
    expect(part.outputTokens).toBeNull();
  });

  it("[LAB-TRACE-18] are single requests without planned conversations", async () => {
    const prompts = async (file: string, endpoint: ChatSource["endpoint"]) =>
      tracePrompts(planned(file), {
        source: { endpoint },
        estimate: UNMEASURED,
        seed: 1,
        outputs: { kind: "fixed", tokens: DRAWN },
      });
    const { count, promptFor } = await prompts(path, "chat");
    expect(count).toBe(5);
    expect(promptFor(0, false)).toMatchObject({ content: [{ role: "system" }, { role: "user" }] });
    expect(promptFor(1, false)).toEqual({
      content: "Explain it for a five year old.",
      maxTokens: DRAWN,
    });
    await expect(prompts(path, "completions")).rejects.toThrow("'completions' doesn't take");
    const texts = write({ turns: [{ role: "system", text: "Brief." }, { text: "one" }] });
    const only = await prompts(texts, "completions");
    expect(only.promptFor(0, false).content).toBe("Brief.\n\none");
  });

  it("[LAB-CHAT-37] with audio are rejected for responses", async () => {
    const spoken = write({ turns: [{ text: "Listen", audio: "wav,AAAA" }] });
    await expect(conversationsOf(spoken, "responses")).rejects.toThrow("'responses' doesn't take");
    await expect(conversationsOf(spoken)).resolves.toMatchObject({ count: 1 });
  });

  it.each([
    [{ turns: [] }, "line 1: turns is empty"],
    [{ turns: 3 }, "line 1: turns is 3; it must be a list"],
    [{ turns: [{ role: "system", text: "Brief." }] }, "line 1: turns has no turn of a user"],
    [{ turns: [{ role: "assistant", text: "a" }] }, 'turns[0]: role is "assistant"'],
    [{ turns: [{ text: "a" }, { role: "system", text: "b" }] }, 'turns[1]: role is "system"'],
    [{ turns: [{ text: "a", texts: ["b"] }] }, "turns[0]: it has both 'text' and 'texts'"],
    [{ turns: [{ delay: 3 }] }, "turns[0]: it has no 'text', 'image' or 'audio'"],
    [{ turns: [{ text: "a", output_length: 0 }] }, "turns[0]: output_length"],
    [{ turns: [{ text: "a", delay: "soon" }] }, 'turns[0]: delay is "soon"'],
    [{ turns: [{ video: "a.mp4", text: "a" }] }, "turns[0]: it has a video"],
    [{ turns: [{ image: "/etc/passwd" }] }, "turns[0]: image is '/etc/passwd'"],
    [{ session_id: 3, turns: [{ text: "a" }] }, "session_id is 3"],
  ])("[LAB-TRACE-7] %j is rejected with its place", async (line, words) => {
    await expect(readTrace({ path: write(line), format: null })).rejects.toThrow(words);
  });
});
