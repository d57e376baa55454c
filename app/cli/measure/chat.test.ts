import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandLineProgram, quietMachine } from "../../../base/testing/program-files.ts";
import { importExperiment } from "../../../main/lab/index.ts";
import { MOONCAKE } from "../../../main/wire/inputs/chat/traces/testing/trace-files.ts";
import {
  CHAT_MODEL,
  type ChatServer,
  startChatServer,
} from "../../../main/lab/testing/chat-server.ts";

const main = commandLineProgram.pathname;
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-measure-chat-"));
let chat: ChatServer;
beforeAll(async () => {
  chat = await startChatServer();
});
afterAll(async () => {
  await chat[Symbol.asyncDispose]();
  fs.rmSync(directory, { recursive: true, force: true });
});

async function measure(...args: string[]) {
  const child = spawn(process.execPath, [main, "measure", "-u", chat.address, ...args], {
    env: { ...process.env, ...quietMachine },
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (piece) => (out += piece));
  child.stderr.on("data", (piece) => (err += piece));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out, err };
}

const short = ["--endpoint-type=chat", "--random-input-len=32", "--random-output-len=5"];
/** Ends by count: a fixed time would include too few requests on a busy machine. */
const span = ["--concurrency=4", "--seconds=30", "--request-count=60", "--warmup-interval=100"];

it("[MEASURE-15] measures a chat server and writes JSON, CSV and a report", async () => {
  const file = (ending: string) => path.join(directory, `chat.${ending}`);
  const tools = ["vllm-bench", "aiperf", "guidellm"];
  const files = ["--json", file("json"), "-f", file("csv"), "--html", file("html")];
  for (const tool of tools) files.push(`--${tool}`, file(`${tool}.json`));
  const { code, out, err } = await measure("-m", CHAT_MODEL, ...short, ...span, ...files);
  expect(err).toBe("");
  expect(code).toBe(/\binvalid\b/.test(out) ? 2 : 0);
  expect(out).toContain("OpenAI over HTTP, streamed");
  expect(out).toMatch(/Output throughput: [\d.]+ tokens\/sec/);
  expect(out).toMatch(/p50 time to first token: \d+ usec/);
  const { plan, steps } = importExperiment("chat.json", fs.readFileSync(file("json"), "utf8"), 0);
  expect(plan.wire).toBe("openai");
  const [step] = steps;
  expect(step?.chat?.outputTokens).toBe((step?.successes ?? 0) * 5);
  expect(step?.reconciliation.map(({ name }) => name)).toContain("output tokens");
  expect(fs.readFileSync(file("csv"), "utf8").split("\n")[0]).toContain("First Token");
  expect(fs.readFileSync(file("html"), "utf8")).toContain("tokens/s");
  for (const tool of tools) {
    const written = fs.readFileSync(file(`${tool}.json`), "utf8");
    const imported = importExperiment(`${tool}.json`, written, 0);
    expect(imported.plan.traffic[0]?.model).toBe(CHAT_MODEL);
    expect(imported.plan.load).toMatchObject({ kind: "concurrency", levels: [4] });
    expect(imported.steps[0]?.successes).toBe(step?.successes);
    expect(imported.steps[0]?.service.mean).toBeCloseTo(step?.service.mean ?? 0, 3);
  }
});

it("[LAB-CHAT-8] recognises llama.cpp, and loses no request to connections that it closes", async () => {
  chat.closesStreams = true;
  const file = path.join(directory, "llama.json");
  const { err } = await measure("-m", CHAT_MODEL, ...short, ...span, "--json", file);
  chat.closesStreams = false;
  expect(err).toBe("");
  const { steps } = importExperiment("llama.json", fs.readFileSync(file, "utf8"), 0);
  expect(steps[0]?.failures).toEqual([]);
  expect(steps[0]?.successes).toBeGreaterThanOrEqual(60);
});

it("[MEASURE-15] [LAB-WHOLE-3] measures whole responses, and says what that leaves out", async () => {
  const { code, out, err } = await measure("-m", CHAT_MODEL, ...short, ...span, "--no-streaming");
  expect(err).toBe("");
  expect(code).toBe(/\binvalid\b/.test(out) ? 2 : 0);
  expect(out).toMatch(/Output throughput: [\d.]+ tokens\/sec/);
  expect(out).toContain("Time to first token: not measured");
  expect(out).not.toContain("p50 time to first token");
  const aiperf = ["--no-streaming", "--aiperf", path.join(directory, "whole.json")];
  const refused = await measure("-m", CHAT_MODEL, ...short, ...span, ...aiperf);
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining("--aiperf is for streamed responses; use --json."),
  ]);
});

it("[MEASURE-15] [MEASURE-17] measures embeddings, with their cost", async () => {
  const flags = ["--endpoint-type=embeddings", "-b", "4", "--random-input-len=32"];
  const { code, out, err } = await measure(
    "-m",
    CHAT_MODEL,
    ...flags,
    ...span,
    "--price-per-hour=3.6EUR",
  );
  expect(err).toBe("");
  expect(code).toBe(/\binvalid\b/.test(out) ? 2 : 0);
  expect(out).toContain("embeddings, 4 texts per request");
  expect(out).toMatch(/Input throughput: [\d.]+ tokens\/sec/);
  expect(out).toMatch(/ {4}input tokens: [\d.,e-]+ EUR/);
  expect(out).not.toContain("first token");
});

it("[MEASURE-15] a model that the server doesn't list is wrong usage", async () => {
  const { code, err } = await measure("-m", "other", ...short, ...span);
  expect(code).toBe(2);
  expect(err).toContain(
    `model is 'other', which the server does not name; it serves ${CHAT_MODEL}.`,
  );
});

it("[MEASURE-9] [MEASURE-15] reports that nothing could be measured if every request is rejected, each reason once", async () => {
  chat.faults.push(
    ...Array.from({ length: 2000 }, () => ({ kind: "status", status: 429 }) as const),
  );
  const { code, err } = await measure(
    "-m",
    CHAT_MODEL,
    ...short,
    ...span,
    "--dataset-path=/nowhere",
  );
  expect(code).toBe(2);
  expect(err).toContain("--random-input-len is for generated prompts");
  const before = chat.bodies.length;
  const ended = await measure(
    "-m",
    CHAT_MODEL,
    ...short,
    "--request-rate=20",
    "--seconds=0.5",
    "--warmup-seconds=0",
  );
  chat.faults.length = 0;
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(
    /^Nothing could be measured: no request succeeded \(RESOURCE_EXHAUSTED: /,
  );
  // Two requests determine the tokens per word.
  const sent = Number(/Failed request count: (\d+)/.exec(ended.out)?.[1]);
  expect(chat.bodies.length - before).toBe(sent + 2);
});

it("[MEASURE-15, LAB-TRACE-11, LAB-TRACE-13] replays a trace at two speeds", async () => {
  const trace = path.join(directory, "trace.jsonl");
  fs.writeFileSync(trace, MOONCAKE);
  const flags = ["--endpoint-type=chat", `--trace=${trace}`, "--trace-format=mooncake"];
  const json = path.join(directory, "trace.json");
  const run = ["--speed=1,2", "--warmup-seconds=0", "--json", json];
  const { out, err } = await measure("-m", CHAT_MODEL, ...flags, ...run);
  expect(err).toBe("");
  expect(out).toMatch(/Mooncake trace trace\.jsonl \(SHA-256 [0-9a-f]{12}…\), 4 requests/);
  expect(out).toContain("the trace's schedule at 1 and 2 times the recorded speed");
  const { plan, steps } = importExperiment("trace.json", fs.readFileSync(json, "utf8"), 0);
  expect(steps.map(({ successes }) => successes)).toEqual([4, 4]);
  expect(plan.traffic[0]?.inputs).toMatchObject({ prompts: { read: { requests: 4 } } });
  const other = await measure("-m", CHAT_MODEL, ...flags, `--trace-sha256=${"0".repeat(64)}`);
  expect(other.code).not.toBe(0);
  expect(other.err).toContain("has changed since the plan was made");
});

it("[MEASURE-15, LAB-CONV-6] measures conversations and reports each turn", async () => {
  const flags = ["--turns=2", "--turn-input-len=8", "--turn-think=10"];
  const { out, err } = await measure("-m", CHAT_MODEL, ...short, ...span, ...flags);
  expect(err).toBe("");
  expect(out).toContain("conversations of 2 turns, 10 ms between turns");
  expect(out).toMatch(/Conversations: \d+ begun, \d+ completed, \d+ running at the end/);
  expect(out).toMatch(/Turn 2: \d+ responses, p50 time to first token \d+ usec/);
});
