import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ExperimentProgress, Load } from "../../contract/index.ts";
import { exportOne } from "../testing/export-one.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";
import { CHAT_MODEL, TEMPLATE_TOKENS } from "../testing/chat-server.ts";
import { never } from "../testing/lab-fixture.ts";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await createChatFixture({ prefillMs: 30, decodeMs: 10 });
});
afterEach(() => fixture[Symbol.asyncDispose]());

const stepOf = async (plan = fixture.plan()) => {
  const experiment = await fixture.run(plan);
  expect(experiment).toMatchObject({ state: "done", reason: null });
  const [step] = experiment.steps;
  if (!step?.chat) throw new Error("nothing was measured");
  return { step, chat: step.chat, experiment };
};

describe("load on a chat server", () => {
  it("[LAB-CHAT-1, LAB-CHAT-12, LAB-CHAT-13] measures tokens, and the server's own figures", async () => {
    // Enough answers in a window of 0.1 s for a p50, also on a busy machine.
    const plan = fixture.plan({ load: { kind: "concurrency", levels: [16], thinkMs: 0 } });
    const { step, chat } = await stepOf(plan);
    expect(step.failures).toEqual([]);
    expect(chat.outputTokens).toBe(step.successes * 5);
    expect(chat.promptTokens).toBe(step.successes * 64);
    expect(chat).toMatchObject({ counted: 0, pieces: step.successes * 5 });
    expect(chat.firstToken.count).toBe(step.successes);
    expect(chat.betweenTokens.count).toBe(step.successes * 4);
    expect(chat.firstToken.min).toBeGreaterThan(29);
    // A busy client may read the first piece late, but no response is complete before all five were due.
    expect((chat.firstToken.mean ?? 0) + 4 * (chat.perToken.mean ?? 0)).toBeGreaterThan(68);
    expect(chat.outputTokensPerSecond).toBeCloseTo(chat.outputTokens / step.seconds);
    expect(step.windows.some(({ firstTokenP50 }) => typeof firstTokenP50 === "number")).toBe(true);
    expect(fixture.chat.bodies.at(-1)).toMatchObject({
      model: CHAT_MODEL,
      max_tokens: 5,
      ignore_eos: true,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it.each([
    ["vllm", "/v1/chat/completions"],
    ["openvino", "/v3/chat/completions"],
  ] as const)("[LAB-CHAT-1] is sent where %s has the interface: %s", async (kind, path) => {
    fixture.server.setStatus({ kind });
    await stepOf();
    expect(new Set(fixture.chat.paths)).toEqual(new Set([path]));
  });

  it("[LAB-CHAT-8] loses no request to llama.cpp, which closes its connection after each stream", async () => {
    fixture.server.setStatus({ kind: "llamaCpp" });
    fixture.chat.closesStreams = true;
    const { step } = await stepOf();
    expect(step.failures).toEqual([]);
    expect(step.successes).toBeGreaterThan(1);
  });

  it("[LAB-CHAT-3] measures words in tokens before the first step, and reports the result", async () => {
    const { chat } = await stepOf();
    expect(
      fixture.chat.bodies.slice(0, 2).map(({ max_tokens, stream }) => [max_tokens, stream]),
    ).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
    expect(chat.tokensPerWord).toEqual({ value: 1, overhead: TEMPLATE_TOKENS, measured: true });
  });

  it("[LAB-CHAT-3, LAB-CHAT-13] assumes a token per word and counts pieces if the server reports no usage", async () => {
    fixture.chat.usage = false;
    const { step, chat } = await stepOf();
    expect(chat.tokensPerWord).toEqual({ value: 1, overhead: 0, measured: false });
    expect(chat).toMatchObject({ counted: step.successes, promptTokens: null });
    expect(chat.outputTokens).toBe(step.successes * 5);
  });

  it("[LAB-CHAT-14] distinguishes rejections, broken streams and failures within a stream", async () => {
    fixture.chat.faults.push(
      { kind: "status", status: 429 },
      { kind: "status", status: 503 },
      { kind: "break" },
      { kind: "event", code: 500 },
    );
    const { step } = await stepOf(fixture.plan({ warmup: { kind: "fixed", seconds: 0 } }));
    expect(step.outcomes).toMatchObject({ rejected: 1, failed: 3, timedOut: 0 });
    const words = step.failures.map(({ status, message }) => `${status}: ${message}`);
    expect(words).toContain("RESOURCE_EXHAUSTED: fault 429");
    expect(words).toContain("UNAVAILABLE: fault 503");
    expect(words).toContain("INTERNAL: the engine failed");
    expect(words.some((each) => each.includes("the stream broke after its first token"))).toBe(
      true,
    );
  });

  it("[LAB-CHAT-14] does not retry rejected requests, whatever Retry-After says", async () => {
    const turnedAway = Array.from({ length: 6 }, (_, i) => ({
      kind: "status" as const,
      status: i % 2 === 0 ? 429 : 503,
    }));
    fixture.chat.faults.push(...turnedAway);
    const load: Load = { kind: "rate", rates: [20], arrivals: { kind: "constant" } };
    const { step } = await stepOf(fixture.plan({ load, warmup: { kind: "fixed", seconds: 0 } }));
    const failed = step.failures.reduce((sum, { count }) => sum + count, 0);
    expect(failed).toBe(6);
    const asked = fixture.chat.bodies.filter(({ stream }) => stream);
    expect(asked).toHaveLength(step.successes + failed);
    expect(new Set(asked.map(({ messages }) => messages?.[0]?.content)).size).toBe(asked.length);
  });

  it("[LAB-CHAT-19] reports first tokens and tokens per second while a step runs", async () => {
    const { lab } = fixture;
    const short = fixture.plan({ secondsPerStep: 2 });
    const { id } = await lab.requests["lab.start"]({ plan: short, name: "" }, never);
    const seen: NonNullable<ExperimentProgress["live"]>["chat"][] = [];
    const sink = {
      event: ({ live }: ExperimentProgress) => seen.push(live?.chat),
      error: () => {},
    };
    using _ = lab.topics["lab.progress"]({ id }, sink);
    await lab.runner.finished(id);
    const known = seen.filter((chat) => typeof chat?.firstTokenP50Ms === "number");
    expect(known.length).toBeGreaterThan(0);
    expect(known.at(-1)?.firstTokenP50Ms).toBeGreaterThanOrEqual(30);
    expect(known.at(-1)?.outputTokensPerSecond).toBeGreaterThan(0);
  });

  it("[LAB-CHAT-16] counts responses within the first-token objective and the further limits as goodput", async () => {
    const objective = { percentile: 99, boundMs: 5000, of: "firstToken" } as const;
    const kept = await stepOf(fixture.plan({ objective }));
    expect(kept.step.goodput).toBeCloseTo(kept.step.requestsPerSecond);
    const missed = await stepOf(fixture.plan({ objective: { ...objective, perTokenMs: 1 } }));
    // Tokens that a stalled machine reads at once count as quick.
    expect(missed.step.goodput).toBeLessThan(missed.step.requestsPerSecond / 2);
    expect(missed.step.certificate?.words).toMatch(/^TTFT p99/);
  });

  it("[LAB-CHAT-16] limits first token, per token and whole response together, and counts responses over each limit", async () => {
    const objective = {
      percentile: 99,
      boundMs: 5000,
      of: "firstToken",
      perTokenMs: 4000,
    } as const;
    const kept = await stepOf(fixture.plan({ objective: { ...objective, responseMs: 5000 } }));
    expect(kept.step.goodput).toBeCloseTo(kept.step.requestsPerSecond);
    expect(kept.chat.limits).toEqual([
      { of: "firstToken", ms: 5000, exceeded: 0 },
      { of: "perToken", ms: 4000, exceeded: 0 },
      { of: "response", ms: 5000, exceeded: 0 },
    ]);
    // No response is complete before 30 + 4 × 10 ms.
    const late = await stepOf(fixture.plan({ objective: { ...objective, responseMs: 60 } }));
    expect(late.step.goodput).toBe(0);
    expect(late.chat.limits).toEqual([
      { of: "firstToken", ms: 5000, exceeded: 0 },
      { of: "perToken", ms: 4000, exceeded: 0 },
      { of: "response", ms: 60, exceeded: late.step.successes },
    ]);
    expect(late.step.certificate?.words).toMatch(/^TTFT p99/);
    const { content } = exportOne(late.experiment, "html");
    const all = late.step.successes;
    expect(content).toContain(`whole response ≤ 60 ms: ${all} of ${all} exceeded it`);
    expect(content).toContain("goodput also requires per token ≤ 4000 ms, whole response ≤ 60 ms");
    const free = await stepOf();
    expect(free.chat.limits).toBeUndefined();
  });

  it("[LAB-CHAT-15] certifies the first token of long responses", async () => {
    const objective = { percentile: 50, boundMs: 5000, of: "firstToken" } as const;
    const plan = fixture.plan({ objective, stopWhenCertified: true, secondsPerStep: 20 });
    const { step } = await stepOf(plan);
    expect(step.certificate).toMatchObject({ result: "kept", over: 0 });
    expect(step.seconds).toBeLessThan(20);
  });

  it("[LAB-CHAT-5, LAB-CHAT-7, LAB-CHAT-17] hits the prefix cache only with shared prefixes, and reconciles with the server", async () => {
    const own = await stepOf();
    expect(own.chat.server?.prefixCacheHitRate).toBe(0);
    const shared = await stepOf(fixture.plan({}, { prefixes: { share: 1, count: 1, tokens: 32 } }));
    expect(shared.chat.server?.prefixCacheHitRate).toBeGreaterThan(0.4);
    expect(shared.step.reconciliation.map(({ name, difference }) => [name, difference])).toEqual([
      ["successful requests", null],
      ["output tokens", null],
    ]);
  });

  it("[LAB-CHAT-1] loads completions by rate", async () => {
    const load: Load = { kind: "rate", rates: [20], arrivals: { kind: "constant" } };
    const { step, chat } = await stepOf(fixture.plan({ load }, { endpoint: "completions" }));
    expect(step.successes).toBe(20);
    expect(chat.tokensPerWord?.overhead).toBe(0);
    expect(fixture.chat.bodies.at(-1)?.prompt?.split(" ")).toHaveLength(64);
  });

  it("[LAB-CHAT-20] rejects plans that a chat server can't run", async () => {
    const refused = (plan: ReturnType<ChatFixture["plan"]>) =>
      expect(fixture.lab.requests["lab.start"]({ plan, name: "" }, never)).rejects;
    const plan = fixture.plan();
    const traffic = plan.traffic.map((each) => ({ ...each, model: "other" }));
    await refused({ ...plan, traffic }).toThrow("it serves tiny-chat");
    await refused({ ...plan, wire: "http" }).toThrow("does not speak the Open Inference Protocol");
    const candidates = ["a", "b"].map((label) => ({ label, configText: null }));
    await refused({ ...plan, goal: { kind: "compare", candidates, replicates: 1 } }).toThrow(
      "takes no configurations by call",
    );
  });

  it("is suggested, previewed and exported", async () => {
    const { lab, server } = fixture;
    const suggested = await lab.requests["lab.suggest"](
      { serverId: server.id, model: CHAT_MODEL },
      never,
    );
    expect(suggested.plan.wire).toBe("openai");
    const preview = await lab.requests["lab.preview"]({ plan: suggested.plan }, never);
    expect(preview.warnings).toEqual([]);
    const { experiment } = await stepOf();
    for (const format of ["json", "csv", "html"] as const) {
      const [file] = await lab.requests["lab.export"]({ id: experiment.id, format }, never);
      expect(file?.content).toMatch(/first ?token/i);
    }
  });
});
