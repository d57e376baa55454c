import { spawn, spawnSync } from "node:child_process";
import { stripTypeScriptTypes } from "node:module";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatRequest } from "../../contract/index.ts";
import { CHAT_MODEL, type ChatServer, startChatServer } from "../../lab/testing/chat-server.ts";
import { targetAt } from "../../lab/testing/run-spec.ts";
import type { Target } from "../../wire/index.ts";
import { prepareBody } from "../body.ts";
import { sampleChat } from "../testing/samples.ts";
import { startScripted } from "../testing/scripted-server.ts";
import { chatPrograms } from "./index.ts";
import { pythonLiteral } from "./python-literal.ts";

const SECRET = "k3y-of-a-person";
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-chat-code-"));
let chat: ChatServer;
beforeAll(async () => {
  chat = await startChatServer({ prefillMs: 1, decodeMs: 1 });
});
afterAll(async () => {
  await chat[Symbol.asyncDispose]();
  fs.rmSync(directory, { recursive: true });
});

const secured = (address: string): Target => ({
  ...targetAt(address),
  headers: { authorization: `Bearer ${SECRET}`, "x-team": SECRET },
});

function programs(more: Partial<ChatRequest> = {}, target: Target | null = secured("127.0.0.1:1")) {
  const request = sampleChat({ model: CHAT_MODEL, ...more });
  const made = chatPrograms(request, prepareBody(request, "vllm"), target);
  return Object.fromEntries(made.map((each) => [each.language, each])) as Record<
    "python" | "typescript" | "curl",
    (typeof made)[number]
  >;
}

const has = (command: string) =>
  spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;

async function run(
  command: string,
  args: readonly string[],
): Promise<{ code: number | null; text: string }> {
  const env = { ...process.env, CHAT_API_KEY: SECRET, X_TEAM: "blue" };
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, text };
}

function saved(name: string, text: string | null): string {
  const file = path.join(directory, name);
  fs.writeFileSync(file, text ?? "");
  return file;
}

const HOSTILE = ["it's", '"', "\n", "`${1}`", "\\", "JSON", "$(id)", "\u2028", "é😀", "'''", "#"];
const hostile = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...HOSTILE));

const kinds: readonly [string, Partial<ChatRequest>][] = [
  ["a chat, streamed", {}],
  ["a chat, whole", { stream: false }],
  ["a completion, streamed", { endpoint: "completions", prompt: "Once upon" }],
  ["a completion, whole", { endpoint: "completions", prompt: "Once", stream: false }],
  ["a response, streamed", { endpoint: "responses" }],
  ["a response, whole", { endpoint: "responses", stream: false }],
  [
    "all that can be set",
    {
      messages: HOSTILE.map((content) => ({ role: "user", content })),
      temperature: 0.5,
      topP: 0.9,
      seed: 1,
      stop: ["\n"],
      more: '{"top_k": 20, "deep": {"a": [null, true, 1.5]}}',
    },
  ],
];

describe.each(kinds)("[CHAT-14] client code for %s", (_, more) => {
  it.skipIf(!has("curl"))("by curl asks once, and shows the answer", async () => {
    const before = chat.engine.counts.requests;
    const { curl } = programs(more, secured(chat.address));
    const { code, text } = await run("sh", [saved("ask.sh", curl.text)]);
    const answer = more.endpoint === "responses" ? "output_text" : '"choices"';
    expect([code, text]).toEqual([0, expect.stringContaining(answer)]);
    expect(chat.engine.counts.requests - before).toBe(1);
    expect(chat.bodies.at(-1)).toEqual(
      prepareBody(sampleChat({ model: CHAT_MODEL, ...more }), "vllm").body,
    );
  });

  it.runIf(more.stream !== false)("in TypeScript asks for all of them, each once", async () => {
    const before = chat.engine.counts.requests;
    const { typescript } = programs(more, secured(chat.address));
    const { code, text } = await run(process.execPath, [saved("ask.mts", typescript.text)]);
    expect([code, text]).toEqual([0, expect.stringContaining(" word word")]);
    expect(chat.engine.counts.requests - before).toBe(16);
  });

  it.runIf(more.stream === false)("in TypeScript reads whole responses", async () => {
    await using server = await startScripted();
    const { typescript } = programs(more, secured(server.address));
    const ran = run(process.execPath, [saved("whole.mts", typescript.text)]);
    for (let i = 0; i < 16; i++) {
      const { body, response } = await server.next();
      const limit = more.endpoint === "responses" ? "max_output_tokens" : "max_tokens";
      expect(body).toMatchObject({ model: CHAT_MODEL, [limit]: 8, stream: false });
      const answer = { choices: [{ text: "word", message: { content: "word" } }] };
      const output = [{ type: "message", content: [{ type: "output_text", text: "word" }] }];
      response.end(JSON.stringify(more.endpoint === "responses" ? { output } : answer));
    }
    expect(await ran).toEqual({ code: 0, text: expect.stringContaining("'word'") });
  });

  it.skipIf(!has("python3"))("in Python compiles", async () => {
    const { python } = programs(more);
    const file = saved("ask.py", python.text);
    expect(await run("python3", ["-m", "py_compile", file])).toEqual({ code: 0, text: "" });
    expect(python.text).toContain("max_retries=0");
    expect(python.text).toContain("asyncio.timeout(DEADLINE_S)");
  });

  it("[CHAT-15] holds no secret, and says where it comes from", () => {
    const made = Object.values(programs(more));
    for (const { text, notes } of made) {
      expect(text).not.toContain(SECRET);
      expect(notes[0]).toContain("CHAT_API_KEY, X_TEAM");
    }
  });
});

describe("[CHAT-14] a client that leaves", () => {
  it("in TypeScript ends all that is under way once one fails, and repeats none", async () => {
    await using server = await startScripted();
    const { typescript } = programs({}, secured(server.address));
    const ran = run(process.execPath, [saved("leave.mts", typescript.text)]);
    const calls = await Promise.all(Array.from({ length: 8 }, () => server.next()));
    expect(calls[0]?.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      "x-team": "blue",
    });
    calls[0]?.response.writeHead(503).end("too busy");
    const { code, text } = await ran;
    expect(code).toBe(1);
    expect(text).toContain("HTTP 503: too busy");
    await Promise.all(calls.slice(1).map(({ closed }) => closed));
    expect(server.count).toBe(8);
  });

  it.skipIf(!has("curl"))("by curl closes its connection when its deadline passes", async () => {
    await using server = await startScripted();
    const { curl } = programs({ deadlineMs: 200 }, secured(server.address));
    const ran = run("sh", [saved("late.sh", curl.text)]);
    const call = await server.next();
    expect((await ran).code).toBe(28);
    await call.closed;
    expect(server.count).toBe(1);
  });
});

describe("[CHAT-15] texts of a user", () => {
  it("are the same to Python, whatever is in them", () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 3 }), 100);
    const texts = fc.sample(hostile, 100).map((text) => text.toWellFormed());
    const program = `import json\nprint(json.dumps([${pythonLiteral(values)}, ${pythonLiteral(texts)}]))`;
    const { stdout } = spawnSync("python3", ["-"], { input: program, encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify([values, texts])));
  });

  it("are the same to TypeScript and parse in a shell", () => {
    for (const content of fc.sample(hostile, 30)) {
      const { typescript, curl } = programs({ messages: [{ role: "user", content }] });
      expect(() => stripTypeScriptTypes(typescript.text ?? "")).not.toThrow();
      const { stderr } = spawnSync("sh", ["-n"], { input: curl.text ?? "", encoding: "utf8" });
      expect(stderr).toBe("");
    }
  });

  it("are in no code where the address is not known", () => {
    const made = Object.values(programs({}, null));
    expect(made.map(({ text }) => text)).toEqual([null, null, null]);
    expect(made[0]?.notes).toEqual(["The server's HTTP address is not known."]);
  });
});
