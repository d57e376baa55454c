import { describe, expect, test } from "vitest";
import type { ChatTrial } from "../../../main/contract/index.ts";
import {
  clientRows,
  firstTokenMs,
  computeGaps,
  median,
  most,
  tokensPerSecond,
  tokensPerSecondInAll,
} from "./figures.ts";
import { firstChat } from "./first-chat.ts";
import { compared, samePromptBefore } from "./same-prompt.ts";
import { stopLines, stopTexts } from "./stop-texts.ts";

const usage = { promptTokens: 57, completionTokens: 4, cachedTokens: null, reasoningTokens: null };
const hits = (tokens: number) => ({ provenance: "derived" as const, words: "", tokens });

const trial = (id: number, more: Partial<ChatTrial> = {}): ChatTrial => ({
  id,
  request: firstChat("s", "m"),
  path: "/v1/chat/completions",
  startedAt: id,
  status: { ok: true, code: "HTTP 200", message: "" },
  model: "m",
  requestBytes: 10,
  answerBytes: 20,
  choices: [],
  cut: false,
  pooled: null,
  usage,
  timing: { connectedMs: 1, sentMs: 2, firstByteMs: 20, totalMs: 100 },
  piecesMs: [22, 32, 42, 82],
  pieces: 4,
  streamed: true,
  cacheHits: hits(0),
  server: null,
  ...more,
});

describe("[CHAT-7] the figures of a stream", () => {
  test("are gaps, their middle and the longest, from when the request was sent", () => {
    expect(computeGaps(trial(1))).toEqual([10, 10, 40]);
    expect([median([10, 40, 10]), most([10, 40, 10])]).toEqual([10, 40]);
    expect(median([1, 2, 3, 4])).toBe(2.5);
    expect(firstTokenMs(trial(1))).toBe(20);
  });

  test("are not compared for too little", () => {
    expect([median([1, 2]), most([])]).toEqual([null, null]);
    const whole = trial(1, { piecesMs: [], pieces: 0, streamed: false });
    expect([firstTokenMs(whole), tokensPerSecond(whole)]).toEqual([null, null]);
    expect(tokensPerSecond(trial(1, { usage: null }))).toBeNull();
    expect(tokensPerSecond(trial(1, { pieces: 9000 }))).toBeNull();
  });

  test("count the tokens that the server counted, not pieces", () => {
    expect(tokensPerSecond(trial(1))).toBe(50);
    expect(tokensPerSecond(trial(1, { usage: { ...usage, completionTokens: 7 } }))).toBe(100);
    expect(tokensPerSecondInAll(trial(1))).toBe(40);
    expect(tokensPerSecondInAll(trial(1, { status: null }))).toBeNull();
  });

  test("are phases that add up to the total, streamed or whole", () => {
    const phases = (each: ChatTrial) => clientRows(each, null).map(({ ms }) => ms);
    expect(phases(trial(1))).toEqual([1, 1, 18, 2, 60, 18, 100]);
    expect(phases(trial(1, { piecesMs: [] }))).toEqual([1, 1, 18, null, null, 80, 100]);
    expect(phases(trial(1, { status: null }))).toEqual([1, 1, 18, 2, 60, null, null]);
  });
});

describe("[CHAT-13] the same prompt twice", () => {
  const other = { ...firstChat("s", "m"), messages: [{ role: "user" as const, content: "?" }] };
  const [first, unlike, failed] = [
    trial(1),
    trial(2, { request: other }),
    trial(3, { status: { ok: false, code: "HTTP 503", message: "" } }),
  ];
  const again = trial(4, {
    request: { ...first.request, deadlineMs: 5, maxTokens: 3 },
    piecesMs: [7, 17],
    cacheHits: hits(48),
  });

  test("is the last one before with this prompt that ended well", () => {
    expect(samePromptBefore([first, unlike, failed, again], again)).toBe(first);
    expect(samePromptBefore([first, unlike], unlike)).toBeNull();
    expect(samePromptBefore([first], first)).toBeNull();
  });

  test("says what the prefix cache did for it", () => {
    const words = compared(again, first);
    expect(words).toContain("The first token came after 5 ms, before after 20 ms (−75 %).");
    expect(words).toContain("The prefix cache held 48 of 57 prompt tokens, before 0.");
    expect(compared({ ...again, cacheHits: null }, first)).not.toContain("prefix cache");
  });
});

test("texts to stop at are lines, with line breaks written out", () => {
  const stop = ["\n\n", "a\\b", "end"];
  expect(stopLines(stop)).toBe("\\n\\n\na\\\\b\nend");
  expect(stopTexts(stopLines(stop))).toEqual(stop);
  expect(stopTexts("\n")).toEqual([]);
});
