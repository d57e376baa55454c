import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readPrompts } from "./prompt-file.ts";
import { seededRandom } from "../random.ts";
import { toInputItems } from "./responses-input.ts";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-prompts-"));
afterAll(() => fs.rmSync(directory, { recursive: true }));

const file = path.join(directory, "prompts.jsonl");
function read(...lines: unknown[]) {
  fs.writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  return readPrompts(file).then(({ all }) => all);
}

const image = "data:image/png;base64,AAAA";
const parts = [
  { type: "text", text: "what?" },
  { type: "image_url", image_url: { url: image } },
];

describe("[LAB-CHAT-6] prompts of a folder", () => {
  const folder = path.join(directory, "pool");
  const write = (name: string, ...lines: unknown[]) => {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, name), lines.map((line) => JSON.stringify(line)).join("\n"));
  };

  it("have an entry of each of AIPerf's pools, their texts before their images", async () => {
    write("a.jsonl", { image });
    write("b.jsonl", { text: "q1" }, { text: "q2" });
    write("c.jsonl", { texts: [{ name: "passage", contents: ["p1", "p2"] }] }, { text: "p3" });
    const { count, at } = await readPrompts(folder);
    expect(count).toBeNull();
    const drawn = Array.from({ length: 40 }, (_, n) =>
      JSON.stringify(at(n, seededRandom(n)).content),
    );
    expect(new Set(drawn)).toEqual(
      new Set(
        ["q1", "q2"].flatMap((query) =>
          [["p1", "p2"], ["p3"]].map((passages) =>
            JSON.stringify([
              {
                role: "user",
                content: [
                  ...[query, ...passages].map((text) => ({ type: "text", text })),
                  { type: "image_url", image_url: { url: image } },
                ],
              },
            ]),
          ),
        ),
      ),
    );
    expect(at(3, seededRandom(3))).toEqual(at(3, seededRandom(3)));
  });

  it("name the file and line of what is no entry", async () => {
    write("c.jsonl", { prompt: "a" });
    await expect(readPrompts(folder)).rejects.toThrow("c.jsonl', line 1: it has no 'text'");
    const empty = fs.mkdtempSync(path.join(directory, "empty-"));
    await expect(readPrompts(empty)).rejects.toThrow("it holds no files of prompts");
  });

  it("have a limit of bytes together", async () => {
    const large = fs.mkdtempSync(path.join(directory, "large-"));
    fs.writeFileSync(path.join(large, "a.jsonl"), '{"text": "a"}');
    const file = path.join(large, "b.jsonl");
    fs.writeFileSync(file, "");
    fs.truncateSync(file, 128 * 1024 * 1024);
    await expect(readPrompts(large)).rejects.toThrow("more than 134217728 bytes together");
  });
});

describe("[LAB-CHAT-6] prompts of a file", () => {
  it("are requests of our own, with parts as they are", async () => {
    const messages = [{ role: "user", content: parts }];
    expect(await read({ prompt: "a" }, { messages, max_tokens: 7 })).toEqual([
      { content: "a", isInput: false, maxTokens: null },
      { content: messages, isInput: false, maxTokens: 7 },
    ]);
  });

  it("are the bodies of OpenAI's Batch API", async () => {
    const line = (url: string, body: object) => ({
      custom_id: "1",
      method: "POST",
      url,
      body: { model: "other", ...body },
    });
    const messages = [{ role: "user", content: "a" }];
    const input = [{ type: "message", role: "user", content: [{ type: "input_text", text: "a" }] }];
    const read_ = await read(
      line("/v1/chat/completions", { messages, max_completion_tokens: 5 }),
      line("/v1/completions", { prompt: "a", max_tokens: 6 }),
      line("/v1/responses", { input, max_output_tokens: 7 }),
      line("/v1/responses", { input: "a" }),
    );
    expect(read_).toEqual([
      { content: messages, isInput: false, maxTokens: 5 },
      { content: "a", isInput: false, maxTokens: 6 },
      { content: input, isInput: true, maxTokens: 7 },
      { content: "a", isInput: false, maxTokens: null },
    ]);
    expect(toInputItems(input)).toEqual(input);
  });

  it("are single turns of AIPerf, with images and audio", async () => {
    expect(
      await read(
        { text: "a", output_length: 9 },
        { type: "single_turn", text: "what?", image },
        { texts: ["a", "b"], audios: ["wav,AAAA", "data:audio/mp3;base64,BBBB"] },
      ),
    ).toEqual([
      { content: "a", isInput: false, maxTokens: 9 },
      { content: [{ role: "user", content: parts }], isInput: false, maxTokens: null },
      {
        content: [
          {
            role: "user",
            content: [
              { type: "text", text: "a" },
              { type: "text", text: "b" },
              { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
              { type: "input_audio", input_audio: { data: "BBBB", format: "mp3" } },
            ],
          },
        ],
        isInput: false,
        maxTokens: null,
      },
    ]);
  });

  it.each<[string, unknown, string]>([
    ["no prompt", {}, "line 1': it must have one of 'prompt', 'messages' and 'input'."],
    ["two of them", { prompt: "a", messages: [{ role: "user" }] }, "it must have one of"],
    ["no object", [1], "line 1"],
    ["an empty body", { body: {} }, "body"],
    [
      "a file",
      { text: "a", image: "/etc/passwd" },
      "image is '/etc/passwd'; it must be a data URL",
    ],
    ["audio of a file", { audio: "a.wav" }, "audio is 'a.wav'; it must be wav,BASE64"],
    ["both", { text: "a", texts: ["b"] }, "it has both 'text' and 'texts'"],
    ["no length", { prompt: "a", max_tokens: 0 }, "max_tokens"],
  ])("are rejected with their line: %s", async (_, line, words) => {
    const message = await read(line).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(message).toContain("line 1");
    expect(message).toContain(words.replace("line 1': ", ""));
  });
});
