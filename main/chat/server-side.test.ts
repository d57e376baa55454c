import { describe, expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import type { ChatTrial } from "../contract/index.ts";
import { FakeServer } from "../lab/testing/fake-server.ts";
import { CHAT_MODEL, startChatServer } from "../lab/testing/chat-server.ts";
import { targetAt } from "../lab/testing/run-spec.ts";
import { type Observation, serverDirectory } from "../servers/index.ts";
import { Exposition, vllm } from "../servers/kinds/index.ts";
import {
  MODEL,
  formatMetrics,
  idle,
  idleEngine,
} from "../servers/kinds/vllm/testing/format-metrics.ts";
import { DIALECTS } from "../servers/kinds/vllm/testing/dialects.ts";
import { readFigures } from "../servers/kinds/vllm/figures.ts";
import { ServerHttp } from "../wire/transport/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { startChat } from "./index.ts";
import { watchServerSide } from "./server-side.ts";
import { sampleChat } from "./testing/samples.ts";

/** What vLLM exports after this many requests, each 40 ms queued, 60 ms to its first token, 200 ms from there. */
function observed(requests: number, more: { running?: number; incarnation?: string } = {}) {
  const engine = { ...idleEngine(), hits: requests * 16, queries: requests * 40 };
  engine.finished = { length: requests };
  engine.running = more.running ?? 0;
  engine.queue = Array.from({ length: requests }, () => 0.04);
  const page = formatMetrics({ ...idle(DIALECTS.now), engines: [engine] });
  const labels = `{engine="0",model_name="${MODEL}"}`;
  const histogram = (name: string, seconds: number) =>
    `vllm:${name}_sum${labels} ${seconds * requests}\nvllm:${name}_count${labels} ${requests}\n`;
  const text = `${page}${histogram("request_prefill_time_seconds", 0.06)}${histogram("request_decode_time_seconds", 0.2)}`;
  return {
    incarnation: more.incarnation ?? "1",
    models: [],
    figures: readFigures(new Exposition(text), DIALECTS.now.version),
    exposition: text,
  } satisfies Observation;
}

const never = new AbortController().signal;
const quiet = { usage: null, times: null };

async function side(
  before: Observation,
  after: Observation,
  reported: Parameters<Awaited<ReturnType<typeof watchServerSide>>>[0] = quiet,
) {
  const clock = new ManualClock();
  let asked = 0;
  const source = {
    status: { kind: "vllm" as const },
    observe: async () => (asked++ === 0 ? before : after),
  };
  const sideOf = await watchServerSide(source, clock, never);
  const response = sideOf(reported);
  for (let i = 0; i < 12; i++) await clock.advance(20);
  return await response;
}

describe("[CHAT-9] [CHAT-10] [CHAT-11] the server's side", () => {
  it("is derived from what its counters grew by while the request alone ran", async () => {
    const { cacheHits, server } = await side(observed(5), observed(6));
    expect(cacheHits).toMatchObject({ provenance: "derived", tokens: 16 });
    expect(cacheHits.words).toContain("vllm:prefix_cache_hits");
    expect(server.provenance).toBe("derived");
    expect(server.queueMs).toBeCloseTo(40);
    expect(server.prefillMs).toBeCloseTo(60);
    expect(server.decodeMs).toBeCloseTo(200);
  });

  it("is exact where the response reports it", async () => {
    const usage = {
      promptTokens: 40,
      completionTokens: 2,
      cachedTokens: 32,
      reasoningTokens: null,
    };
    const times = { queue_time_ms: 1, time_to_first_token_ms: 2, generation_time_ms: null };
    const { cacheHits, server } = await side(observed(5), observed(9), { usage, times });
    expect(cacheHits).toMatchObject({ provenance: "exact", tokens: 32 });
    expect(server).toMatchObject({ provenance: "exact", queueMs: 1, prefillMs: 2, decodeMs: null });
  });

  it.each([
    ["others ended", observed(5), observed(7), "ended 2 requests"],
    ["others ran before", observed(5, { running: 1 }), observed(6), "Other requests"],
    ["others run still", observed(5), observed(6, { running: 2 }), "Other requests"],
    ["it was not counted", observed(5), observed(5), "did not include the request yet"],
    ["it was replaced", observed(5), observed(6, { incarnation: "2" }), "restarted"],
  ])("is not to be had where %s, which is said with the flag", async (_, before, after, words) => {
    const { cacheHits, server } = await side(before, after);
    expect(cacheHits).toMatchObject({ provenance: "unavailable", tokens: null });
    expect(server).toMatchObject({ provenance: "unavailable", queueMs: null, decodeMs: null });
    expect(cacheHits.words).toContain(words);
    expect(cacheHits.words).toContain("--enable-prompt-tokens-details");
    expect(server.words).toContain("--enable-per-request-metrics");
  });

  it("is unavailable where the server exports no metrics, or cannot be asked", async () => {
    const silent: Observation = { incarnation: null, models: [], figures: [], exposition: null };
    expect((await side(silent, silent)).server.words).toContain("doesn't report whether");
    const source = {
      status: { kind: "openvino" as const },
      observe: () => Promise.reject(new Error("locked")),
    };
    const { cacheHits } = await (await watchServerSide(source, new ManualClock(), never))(quiet);
    expect(cacheHits.words).toBe("No counters: locked");
  });
});

it("[CHAT-9] a server that reports nothing about itself is not waited for long", async () => {
  const clock = new ManualClock();
  const source = {
    status: { kind: "vllm" as const },
    observe: (signal: AbortSignal) =>
      new Promise<Observation>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      ),
  };
  const watching = watchServerSide(source, clock, never);
  await clock.advance(2000);
  const { cacheHits } = await (await watching)(quiet);
  expect(cacheHits.words).toContain("No counters: No response within 2 s.");
});

it("[CHAT-9] [CHAT-13] a second request with the same prompt finds the first one's blocks", async () => {
  await using chat = await startChatServer({ prefillMs: 1, decodeMs: 1, blockTokens: 16 });
  const server = new FakeServer(chat.address, () => 0);
  server.setStatus({ kind: "vllm", name: "vLLM", capabilities: ["chat"] });
  using http = new ServerHttp(targetAt(chat.address));
  server.observe = () => vllm.observe({ http, metrics: null, grpc: null });
  const domain = startChat({ servers: serverDirectory([server]), clock: systemClock });
  const content = Array.from({ length: 50 }, (_, i) => `word${i}`).join(" ");
  const request = sampleChat({ model: CHAT_MODEL, messages: [{ role: "user", content }] });
  const send = async (): Promise<ChatTrial> =>
    await domain.requests["chat.send"](request, new AbortController().signal);
  const [first, second] = [await send(), await send()];
  expect(first.cacheHits).toMatchObject({ provenance: "derived", tokens: 0 });
  expect(second.cacheHits).toMatchObject({ provenance: "derived", tokens: 48 });
  expect(second.usage).toMatchObject({ promptTokens: 57, completionTokens: 8 });
  expect(second.pieces).toBe(8);
});
