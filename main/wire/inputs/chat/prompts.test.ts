import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChatSource,
  type Lengths,
  type PrefixGroups,
  prefixGroups,
} from "../../../contract/index.ts";
import { type RequestSet, seededRandom } from "../../index.ts";
import { drawLength } from "./lengths.ts";
import { UNMEASURED, wordPrompt } from "./prompts.ts";
import { chatBody, chatRequests, encodeChatRequest, toRequestPath } from "./requests.ts";
import { WORDS } from "./common-words.ts";

const source: ChatSource = {
  kind: "chat",
  endpoint: "chat",
  prompts: { kind: "words", lengths: { kind: "fixed", tokens: 40 } },
  prefixes: null,
  outputs: { kind: "uniform", least: 3, most: 9 },
  ignoreEos: true,
  temperature: 0,
};

const set = (more: Partial<RequestSet> = {}): RequestSet => ({
  model: "m",
  modelVersion: "",
  inputs: [],
  batchSize: 1,
  source,
  distinctInputs: 3,
  reuse: { kind: "turns" },
  checkOutputs: false,
  seed: 5,
  ...more,
});

const textOf = ({ content }: ReturnType<typeof wordPrompt>) => content as string;
const bodies = async (requests: RequestSet) => {
  if (requests.source.kind !== "chat") throw new Error("not chat");
  const prepared = await chatRequests(requests, requests.source);
  return Array.from({ length: prepared.count }, (_, n) =>
    JSON.parse(Buffer.from(prepared.contentsFor(n)[0] ?? []).toString()),
  );
};

function promptFile(text: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-prompts-"));
  const file = path.join(folder, "prompts.jsonl");
  fs.writeFileSync(file, text);
  return file;
}

describe("prompts", () => {
  it("[LAB-CHAT-2] are common words, the same for the same seed, others for another", () => {
    const one = textOf(wordPrompt(source, UNMEASURED, 1, 0));
    expect(one).toBe(textOf(wordPrompt(source, UNMEASURED, 1, 0)));
    expect(one).not.toBe(textOf(wordPrompt(source, UNMEASURED, 2, 0)));
    expect(one.split(" ").every((word) => WORDS.includes(word))).toBe(true);
    expect(new Set(WORDS).size).toBeGreaterThan(500);
  });

  it("[LAB-CHAT-3] have as many words as estimated for a length", () => {
    expect(textOf(wordPrompt(source, { perWord: 2, overhead: 10 }, 1, 0)).split(" ")).toHaveLength(
      15,
    );
    expect(textOf(wordPrompt(source, { perWord: 2, overhead: 99 }, 1, 0)).split(" ")).toHaveLength(
      1,
    );
  });

  it("[LAB-CHAT-4] lengths are whole and from 1 to 1,000,000, with the requested median or mean", () => {
    const any = fc.oneof(
      fc.record({
        kind: fc.constant("normal" as const),
        mean: fc.integer({ min: 1, max: 1e6 }),
        deviation: fc.integer({ min: 0, max: 1e6 }),
      }),
      fc.record({
        kind: fc.constant("lognormal" as const),
        median: fc.integer({ min: 1, max: 1e6 }),
        sigma: fc.double({ min: 0, max: 3, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(any, fc.integer(), (lengths, seed) => {
        const drawn = drawLength(lengths, seededRandom(seed));
        expect(Number.isInteger(drawn) && drawn >= 1 && drawn <= 1e6).toBe(true);
      }),
    );
    const random = seededRandom(3);
    const middle = (lengths: Lengths) =>
      Array.from({ length: 4001 }, () => drawLength(lengths, random)).sort((a, b) => a - b)[2000];
    expect(middle({ kind: "lognormal", median: 200, sigma: 0.5 })).toBeGreaterThan(180);
    expect(middle({ kind: "lognormal", median: 200, sigma: 0.5 })).toBeLessThan(220);
    expect(middle({ kind: "uniform", least: 10, most: 30 })).toBeGreaterThan(18);
  });

  it("[LAB-CHAT-5] begin with one of the prefixes in the chosen share", () => {
    const prefixes = { share: 0.5, count: 2, tokens: 16 };
    const texts = Array.from({ length: 400 }, (_, n) =>
      textOf(wordPrompt({ ...source, prefixes }, UNMEASURED, 1, n))
        .split(" ")
        .slice(0, 16)
        .join(" "),
    );
    const counts = new Map<string, number>();
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    const shared = [...counts.values()].filter((count) => count > 1);
    expect(shared).toHaveLength(2);
    const share = shared.reduce((sum, count) => sum + count, 0) / texts.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.1);
  });
});

describe("prefixes by group", () => {
  const counts = (byGroup: PrefixGroups["byGroup"]) => {
    const prefixes = { share: 1, count: 3, tokens: 16, ...(byGroup && { byGroup }) };
    const all = new Map<string, number>();
    for (let n = 0; n < 600; n++) {
      const words = textOf(wordPrompt({ ...source, prefixes }, UNMEASURED, 1, n)).split(" ");
      const prefix = words.slice(0, 16).join(" ");
      all.set(prefix, (all.get(prefix) ?? 0) + 1);
    }
    return [...all.values()].toSorted((a, b) => b - a);
  };

  it("[LAB-PREFIX-1, LAB-PREFIX-2] are spread evenly, by weights or by Zipf", () => {
    const near = (found: readonly number[], wanted: readonly number[]) =>
      expect(wanted.every((each, i) => Math.abs((found[i] ?? 0) - each) < 60)).toBe(true);
    near(counts(undefined), [200, 200, 200]);
    near(counts({ kind: "weights", weights: [4, 1, 1] }), [400, 100, 100]);
    near(counts({ kind: "zipf", exponent: 1 }), [327, 164, 109]);
  });

  it("[LAB-PREFIX-2] need a weight for each group", () => {
    const groups = { share: 1, count: 3, tokens: 16 };
    const parsed = prefixGroups.safeParse({
      ...groups,
      byGroup: { kind: "weights", weights: [1] },
    });
    expect(parsed.error?.issues[0]?.message).toBe("There must be one weight for each group.");
  });
});

describe("requests", () => {
  it("[LAB-CHAT-1] contain what was chosen, and a seed and a priority only where they apply", async () => {
    const [first] = await bodies(set());
    expect(first).toMatchObject({
      model: "m",
      stream: true,
      stream_options: { include_usage: true },
      ignore_eos: true,
      temperature: 0,
      messages: [{ role: "user" }],
    });
    expect(first).not.toHaveProperty("seed");
    const warm = {
      ...source,
      temperature: 0.7,
      ignoreEos: false,
      endpoint: "completions",
    } as const;
    const [other] = await bodies(set({ source: warm }));
    expect(other).toMatchObject({ seed: 5, prompt: expect.any(String) });
    expect(other).not.toHaveProperty("ignore_eos");
    const body = Buffer.from(
      chatBody({ model: "m", source, seed: 1 }, { content: "a", maxTokens: 1 }),
    );
    const origin = { host: "h:1", path: "/x", lines: ["authorization: Bearer t"] };
    const message = encodeChatRequest(toRequestPath(source), body, 7, origin).toString();
    expect(message).toMatch(/^POST \/x\/v1\/chat\/completions HTTP\/1\.1\r\nHost: h:1\r\n/);
    expect(message).toContain("\r\nauthorization: Bearer t\r\n");
    expect(JSON.parse(message.split("\r\n\r\n")[1] ?? "")).toMatchObject({ priority: 7 });
  });

  it("[LAB-CHAT-6] of a file are sent unchanged, with their own length if they have one", async () => {
    const file = promptFile(
      '{"prompt":"hello","max_tokens":2}\n\n{"messages":[{"role":"system","content":"s"},{"role":"user","content":"u"}]}\n',
    );
    const fromFile: ChatSource = { ...source, prompts: { kind: "file", path: file } };
    const [first, second, ...more] = await bodies(set({ source: fromFile }));
    expect(first).toMatchObject({ max_tokens: 2, messages: [{ role: "user", content: "hello" }] });
    expect(second.messages).toHaveLength(2);
    expect(more).toEqual([]);
    const completions: ChatSource = { ...fromFile, endpoint: "completions" };
    await expect(bodies(set({ source: completions }))).rejects.toThrow(
      "Prompt 2 of the file is a list of messages",
    );
  });

  it.each([
    ["no JSON", "{", "line 1: it is no JSON"],
    [
      "neither",
      '{"prompt":"a"}\n{"role":"b"}',
      "line 2: it must have one of 'prompt', 'messages' and 'input'",
    ],
    ["no prompts", "\n", "it holds no prompts"],
    ["a wrong length", '{"prompt":"a","max_tokens":0}', "line 1: max_tokens"],
  ])("[LAB-CHAT-6] are rejected with %s, naming the line", async (_, text, words) => {
    const fromFile: ChatSource = { ...source, prompts: { kind: "file", path: promptFile(text) } };
    await expect(bodies(set({ source: fromFile }))).rejects.toThrow(words);
  });
});
