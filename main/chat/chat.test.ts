import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import type { ChatRequest, ChatTiming, ChatTrial } from "../contract/index.ts";
import { clientMaterial, serverCertificates } from "../lab/testing/certificates.ts";
import { FakeServer } from "../lab/testing/fake-server.ts";
import { targetAt } from "../lab/testing/run-spec.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { serverDirectory } from "../servers/index.ts";
import { startChat } from "./index.ts";
import { sampleChat } from "./testing/samples.ts";
import { said, type ScriptedServer, startScripted, stream } from "./testing/scripted-server.ts";

const never = new AbortController().signal;
let scripted: ScriptedServer;
let server: FakeServer;
let domain: ReturnType<typeof startChat>;
beforeEach(async () => {
  scripted = await startScripted();
  server = chatter(scripted.address);
  domain = startChat({ servers: serverDirectory([server]), clock: systemClock });
});
afterEach(() => scripted[Symbol.asyncDispose]());

function chatter(address: string): FakeServer {
  const made = new FakeServer(address, () => 0);
  made.capabilities = ["chat"];
  made.setStatus({ kind: "vllm", name: "vLLM", capabilities: ["chat"] });
  return made;
}

const send = async (more: Partial<ChatRequest> = {}, signal = never) =>
  await domain.requests["chat.send"](sampleChat(more), signal);

/** What was reported about the newest request, as it changed. */
function watch(): { readonly received: ChatTrial[] } & Disposable {
  const received: ChatTrial[] = [];
  const subscription = domain.topics["chat.trials"](
    { serverId: server.id },
    {
      event: (trials) => received.push(...trials),
      error: (error) => expect.fail(String(error)),
    },
  );
  return { received, [Symbol.dispose]: () => subscription[Symbol.dispose]() };
}

it("[CHAT-10] takes llama.cpp's timings of the prompt and the tokens from its response", async () => {
  server.setStatus({ kind: "llamaCpp", name: "llama.cpp", capabilities: ["chat"] });
  const sent = send();
  const call = await scripted.next();
  const event = stream(call);
  event(said("Hello"));
  event({
    choices: [],
    usage: {
      completion_tokens: 35,
      prompt_tokens: 237,
      total_tokens: 272,
      prompt_tokens_details: { cached_tokens: 236 },
    },
    timings: {
      cache_n: 236,
      prompt_n: 1,
      prompt_ms: 30.958,
      prompt_per_token_ms: 30.958,
      predicted_n: 35,
      predicted_ms: 661.064,
    },
  });
  event("[DONE]");
  call.response.end();
  expect(await sent).toMatchObject({
    cacheHits: { provenance: "exact", tokens: 236 },
    server: { provenance: "exact", queueMs: null, prefillMs: 30.958, decodeMs: 661.064 },
  });
});

describe("[CHAT-5] a response that is streamed", () => {
  it("is combined from its pieces, with its reason and its usage", async () => {
    const sent = send({ seed: 5 });
    const call = await scripted.next();
    expect(call).toMatchObject({ path: "/v1/chat/completions", body: { seed: 5, stream: true } });
    const event = stream(call);
    event({ model: "m", choices: [{ index: 0, delta: { role: "assistant", content: "" } }] });
    event({ model: "m", choices: [{ index: 0, delta: { reasoning_content: "Hm." } }] });
    event(said("Hel"));
    event(said("lo"));
    event({ model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
    event({
      choices: [],
      usage: {
        prompt_tokens: 12,
        completion_tokens: 4,
        prompt_tokens_details: { cached_tokens: 8 },
        completion_tokens_details: { reasoning_tokens: 1 },
      },
    });
    event("[DONE]");
    call.response.end();
    const trial = await sent;
    expect(trial).toMatchObject({
      status: { ok: true, code: "HTTP 200", message: "" },
      model: "m",
      streamed: true,
      choices: [{ index: 0, text: "Hello", reasoning: "Hm.", finishReason: "stop" }],
      pieces: 3,
      cut: false,
    });
    // [CHAT-6]
    expect(trial.usage).toEqual({
      promptTokens: 12,
      completionTokens: 4,
      cachedTokens: 8,
      reasoningTokens: 1,
    });
    // [CHAT-9]
    expect(trial.cacheHits).toMatchObject({ provenance: "exact", tokens: 8 });
  });

  it("[CHAT-7] is timed by one clock, from the start to the end", async () => {
    const sent = send();
    const call = await scripted.next();
    const event = stream(call);
    for (const word of ["a", "b", "c"]) event(said(word));
    event("[DONE]");
    call.response.end();
    const { timing, piecesMs } = await sent;
    const { connectedMs, sentMs, firstByteMs, totalMs } = timing as ChatTiming;
    const course = [0, connectedMs, sentMs, firstByteMs, ...piecesMs, totalMs];
    expect(course).toEqual(course.toSorted((a, b) => Number(a) - Number(b)));
    expect(piecesMs).toHaveLength(3);
  });

  it("is shown while it comes", async () => {
    using watched = watch();
    const sent = send();
    const call = await scripted.next();
    const event = stream(call);
    event(said("so far"));
    await expect.poll(() => watched.received.at(-1)?.choices[0]?.text).toBe("so far");
    expect(watched.received.at(-1)?.status).toBeNull();
    event("[DONE]");
    call.response.end();
    await sent;
  });

  it("keeps choices and calls of tools apart", async () => {
    const sent = send({ more: '{"n": 2}' });
    const call = await scripted.next();
    const event = stream(call);
    const tool = (index: number, name: string | null, text: string) => ({
      choices: [
        {
          index: 1,
          delta: { tool_calls: [{ index, function: { ...(name && { name }), arguments: text } }] },
        },
      ],
    });
    event(said("text"));
    event(tool(0, "look", '{"at":'));
    event(tool(0, null, " 1}"));
    event(tool(1, "go", "{}"));
    event("[DONE]");
    call.response.end();
    const { choices } = await sent;
    expect(choices).toMatchObject([
      { index: 0, text: "text", calls: [] },
      {
        index: 1,
        calls: [
          { name: "look", arguments: '{"at": 1}' },
          { name: "go", arguments: "{}" },
        ],
      },
    ]);
  });

  it("is cut where it is very long, which is said", async () => {
    const sent = send();
    const call = await scripted.next();
    const event = stream(call);
    event(said("x".repeat(300_000)));
    event("[DONE]");
    call.response.end();
    const trial = await sent;
    expect(trial.choices[0]?.text).toHaveLength(200_000);
    expect(trial.cut).toBe(true);
  });
});

describe("[CHAT-5] a response that comes whole", () => {
  it("of a completion and of a chat is read alike", async () => {
    const asked = send({ stream: false, endpoint: "completions", prompt: "Once" });
    const call = await scripted.next();
    expect(call).toMatchObject({ path: "/v1/completions", body: { prompt: "Once" } });
    call.response.setHeader("content-type", "application/json");
    call.response.end(JSON.stringify({ choices: [{ text: " upon", finish_reason: "length" }] }));
    expect(await asked).toMatchObject({
      status: { ok: true },
      streamed: false,
      piecesMs: [],
      choices: [{ text: " upon", finishReason: "length" }],
      usage: null,
    });
    const chatted = send({ stream: false });
    const { response } = await scripted.next();
    response.end(JSON.stringify({ choices: [{ index: 0, message: { content: "Hi" } }] }));
    expect((await chatted).choices).toMatchObject([{ text: "Hi" }]);
  });

  it.each([["<html>"], ["[1]"], [""]])("and is %j is no response", async (text) => {
    const sent = send({ stream: false });
    const { response } = await scripted.next();
    response.end(text);
    expect((await sent).status).toMatchObject({ ok: false, code: "DATA_LOSS" });
  });
});

describe("[CHAT-8] a request that ended badly", () => {
  it.each([
    [{ error: { message: "max_tokens is too large", type: "BadRequestError", code: 400 } }],
    [{ object: "error", message: "max_tokens is too large" }],
    [{ detail: "max_tokens is too large" }],
    [{ error: "max_tokens is too large" }],
    ["max_tokens is too large"],
  ])("has its status and the words of %j", async (body) => {
    const sent = send();
    const { response } = await scripted.next();
    response.writeHead(400).end(typeof body === "string" ? body : JSON.stringify(body));
    expect((await sent).status).toEqual({
      ok: false,
      code: "HTTP 400",
      message: "max_tokens is too large",
    });
  });

  it("by an error event has its words, and what came before", async () => {
    const sent = send();
    const call = await scripted.next();
    const event = stream(call);
    event(said("so far"));
    event({ error: { message: "the engine died", type: "InternalServerError", code: 500 } });
    event("[DONE]");
    call.response.end();
    expect(await sent).toMatchObject({
      status: { ok: false, code: "InternalServerError", message: "the engine died" },
      choices: [{ text: "so far" }],
      server: null,
    });
  });

  it("by a stream that ends early says whether tokens had come", async () => {
    const first = send();
    const early = await scripted.next();
    stream(early)({ choices: [{ index: 0, delta: { role: "assistant" } }] });
    early.response.end();
    expect((await first).status?.message).toContain("before its first token, without [DONE]");
    const second = send();
    const late = await scripted.next();
    using watched = watch();
    stream(late)(said("one"));
    await expect.poll(() => watched.received.at(-1)?.pieces).toBe(1);
    late.response.destroy();
    expect((await second).status).toMatchObject({
      code: "DATA_LOSS",
      message: expect.stringContaining("after its first token, as the connection did"),
    });
  });

  it("by an event that is no JSON shows it", async () => {
    const sent = send();
    const call = await scripted.next();
    stream(call)("oops");
    call.response.end();
    expect((await sent).status?.message).toContain("no JSON object: oops");
  });

  it("because nothing answers names the address", async () => {
    await scripted[Symbol.asyncDispose]();
    expect((await send()).status).toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining(scripted.address),
    });
    scripted = await startScripted();
  });
});

describe("[CHAT-4] a request that is not waited for", () => {
  it("closes its connection when it is cancelled, and is not sent again", async () => {
    const leaving = new AbortController();
    const sent = send({}, leaving.signal);
    const call = await scripted.next();
    stream(call)(said("one"));
    leaving.abort();
    expect((await sent).status).toMatchObject({ ok: false, code: "CANCELLED" });
    await call.closed;
    expect(scripted.count).toBe(1);
  });

  it("is not sent when it is cancelled before", async () => {
    const leaving = new AbortController();
    server.observe = (signal?: AbortSignal) =>
      new Promise((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    const sent = send({}, leaving.signal);
    using watched = watch();
    await expect.poll(() => watched.received.at(-1)?.status).toBeNull();
    leaving.abort();
    expect((await sent).status).toMatchObject({ code: "CANCELLED" });
    expect(scripted.count).toBe(0);
  });

  it("closes its connection when its deadline passes", async () => {
    const clock = new ManualClock();
    domain = startChat({ servers: serverDirectory([server]), clock });
    const sent = send({ deadlineMs: 500 });
    const call = await scripted.next();
    await clock.advance(500);
    expect((await sent).status).toEqual({
      ok: false,
      code: "DEADLINE_EXCEEDED",
      message: "No complete response within the deadline of 500 ms; the request was cancelled.",
    });
    await call.closed;
    expect(scripted.count).toBe(1);
  });
});

describe("[CHAT-3] the way to the server", () => {
  it("is encrypted, with headers and path, and none of their values is reported", async () => {
    await using secure = await startScripted(serverCertificates);
    const target = {
      ...targetAt(secure.address),
      path: "/base",
      tls: clientMaterial,
      headers: { authorization: "Bearer s3cret", "x-team": "blue-team" },
    };
    server.access = async () => ({ http: target, grpc: null, metrics: null });
    const sent = send({ stream: false });
    const call = await secure.next();
    expect(call.path).toBe("/base/v1/chat/completions");
    expect(call.headers).toMatchObject({ authorization: "Bearer s3cret", "x-team": "blue-team" });
    call.response.end('{"choices": []}');
    const prepared = await domain.requests["chat.prepare"](sampleChat(), never);
    const received = JSON.stringify([await sent, prepared]);
    expect(received).not.toMatch(/s3cret|blue-team|PRIVATE KEY/);
    expect(prepared.programs[0]?.notes).toEqual([
      expect.stringContaining("set CHAT_API_KEY, X_TEAM before"),
      expect.stringContaining("SSL_CERT_FILE"),
      expect.stringContaining("certificate of its own, which"),
    ]);
  });

  it("is rejected through a proxy", async () => {
    const target = { ...targetAt(scripted.address), proxy: "http://127.0.0.1:1" };
    server.access = async () => ({ http: target, grpc: null, metrics: null });
    await expect(send()).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
  });

  it("leads to servers that chat alone", async () => {
    server.setStatus({ capabilities: ["inference"] });
    await expect(send()).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
    server.setStatus({ capabilities: [], state: "starting" });
    await expect(send()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

it("[CHAT-12] the last 20 requests of a server are sent to pages that open later", async () => {
  for (let i = 0; i < 22; i++) {
    const sent = send({ stream: false, seed: i });
    (await scripted.next()).response.end("{}");
    await sent;
  }
  using watched = watch();
  expect(watched.received.map(({ request }) => request.seed)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 2),
  );
});
