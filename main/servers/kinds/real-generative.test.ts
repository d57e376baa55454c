// Against servers of language models: `npm run test:real` installs and starts them. Each has a model of random weights.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { sampleChat } from "../../chat/testing/samples.ts";
import type {
  ChatRequest,
  ExperimentProgress,
  FigureId,
  ObservedFrame,
  ServerKind,
  ServerStatus,
} from "../../contract/index.ts";
import { follow } from "../../testing/follow.ts";
import { startTestHost, type TestHost } from "../../testing/test-host.ts";

interface Real {
  readonly name: string;
  /** Where it is reached; its tests are skipped without it. */
  readonly variable: string;
  readonly kind: ServerKind;
  readonly version: RegExp;
  readonly model: string;
  readonly facts: readonly string[];
  /** Figures that have a value after a load. */
  readonly figures: readonly FigureId[];
  /** Whether it reports the tokens that its prefix cache held, and how long it took. */
  readonly tryIt: { readonly cacheHits: string; readonly server: string };
}

const servers: readonly Real[] = [
  {
    name: "a real vLLM",
    variable: "REAL_VLLM",
    kind: "vllm",
    version: /^0\.32\.0$/,
    model: "tiny",
    facts: ["Context", "KV-cache blocks", "Tokens per block", "Prefix caching"],
    figures: [
      "waiting",
      "running",
      "kvCacheUse",
      "prefixCacheHitRate",
      "preemptionsPerSecond",
      "promptTokensPerSecond",
      "generatedTokensPerSecond",
      "requestsPerSecond",
      "failuresPerSecond",
      "rejectedPerSecond",
      "tokensPerStep",
      "ttftMs",
      "ttftP99Ms",
      "itlMs",
      "itlP99Ms",
      "latencyMs",
      "latencyP99Ms",
      "queueMs",
      "computeMs",
    ],
    tryIt: { cacheHits: "derived", server: "derived" },
  },
  {
    name: "a real llama.cpp",
    variable: "REAL_LLAMA_CPP",
    kind: "llamaCpp",
    version: /^b\d+-/,
    model: "tiny",
    facts: ["Context", "Weights as", "Parameters", "Slots (--parallel)"],
    figures: [
      "waiting",
      "running",
      "prefixCacheHitRate",
      "promptTokensPerSecond",
      "generatedTokensPerSecond",
      "itlMs",
    ],
    tryIt: { cacheHits: "exact", server: "exact" },
  },
];

const addresses = z.object({ http: z.string(), grpc: z.string(), metrics: z.string() });
const slow = 180_000;
/** Longer than a block of vLLM's cache for CPUs, 128 tokens; a word is about five. */
const PREFIX = "You answer the questions of people who operate inference servers. ".repeat(8);

for (const real of servers) {
  const given = process.env[real.variable];
  const at = given === undefined ? null : addresses.parse(JSON.parse(given));
  const missing = at ? "" : " (`npm run test:real` starts it)";

  describe.skipIf(at === null)(`${real.name}${missing}`, () => {
    let host: TestHost;
    let serverId: string;

    beforeAll(async () => {
      host = await startTestHost();
      const place = at ?? { http: "", grpc: "", metrics: "" };
      ({ serverId } = await host.client.request("servers.add", { name: "Real", ...place }));
    }, slow);
    afterAll(() => host?.close());

    const frames = () =>
      follow<ObservedFrame>((event) =>
        host.client.subscribe("observed.frame", { serverId }, { event }),
      );
    const send = async (more: Partial<ChatRequest>) =>
      await host.client.request(
        "chat.send",
        sampleChat({ serverId, model: real.model, temperature: 0, deadlineMs: slow, ...more }),
      );

    it("is recognised with its version, and its model is ready", { timeout: slow }, async () => {
      using status = follow<readonly ServerStatus[]>((event) =>
        host.client.subscribe("servers.status", {}, { event }),
      );
      const all = await status.until((list) =>
        expect(list.find(({ id }) => id === serverId)?.state).toBe("live"),
      );
      expect(all.find(({ id }) => id === serverId)).toMatchObject({
        kind: real.kind,
        version: expect.stringMatching(real.version),
        capabilities: expect.arrayContaining(["chat"]),
      });
      using frame = frames();
      const { models } = await frame.until(({ models }) =>
        expect(models.map(({ name, state }) => [name, state])).toEqual([[real.model, "ready"]]),
      );
      expect(models[0]?.facts.map(([name]) => name)).toEqual(
        expect.arrayContaining([...real.facts]),
      );
    });

    it("answers in Try it, streamed or not", { timeout: slow }, async () => {
      const content = `${PREFIX}What is a batch?`;
      const messages = [{ role: "user" as const, content }];
      for (const stream of [false, true]) {
        const trial = await send({ messages, stream, maxTokens: 12 });
        expect(trial).toMatchObject({
          status: { ok: true },
          model: real.model,
          streamed: stream,
          choices: [{ text: expect.stringMatching(/^[ -~]{1,12}$/), finishReason: "length" }],
          usage: { completionTokens: 12 },
          cacheHits: { provenance: real.tryIt.cacheHits },
          server: { provenance: real.tryIt.server },
        });
        expect(trial.usage?.promptTokens).toBeGreaterThan(100);
        expect(trial.pieces > 1).toBe(stream);
      }
      const completion = await send({ endpoint: "completions", prompt: "One, two", maxTokens: 3 });
      expect(completion.choices[0]?.text).toMatch(/^[ -~]{1,3}$/);
    });

    it("is put under a load of the lab, and shows it in its figures", {
      timeout: slow,
    }, async () => {
      const { plan } = await host.client.request("lab.suggest", { serverId, model: real.model });
      const [traffic] = plan.traffic;
      if (traffic?.inputs.kind !== "chat") throw new Error("no plan for chats");
      using frame = frames();
      const { id } = await host.client.request("lab.start", {
        plan: {
          ...plan,
          traffic: [
            {
              ...traffic,
              inputs: {
                ...traffic.inputs,
                prompts: { kind: "words", lengths: { kind: "fixed", tokens: 300 } },
                prefixes: { share: 0.5, count: 1, tokens: 200 },
                outputs: { kind: "fixed", tokens: 10 },
              },
            },
          ],
          load: { kind: "concurrency", levels: [4], thinkMs: 0 },
          secondsPerStep: 8,
          warmup: { kind: "fixed", seconds: 1 },
        },
        name: "",
      });
      using progress = follow<ExperimentProgress>((event) =>
        host.client.subscribe("lab.progress", { id }, { event }),
      );
      await frame.until(({ figures }) => {
        const rate = figures.find(({ figure }) => figure === "generatedTokensPerSecond");
        expect(rate?.value).toBeGreaterThan(0);
        const without = real.figures.filter(
          (figure) => typeof figures.find((each) => each.figure === figure)?.value !== "number",
        );
        expect(without).toEqual([]);
      });
      await progress.until(({ phase }) => expect(phase).toBe("finished"));
      const { state, reason, steps } = await host.client.request("lab.get", { id });
      expect([state, reason]).toEqual(["done", null]);
      const [step] = steps;
      expect(step?.failures).toEqual([]);
      expect(step?.complete).toBe(true);
      const answers = step?.successes ?? 0;
      expect(answers).toBeGreaterThan(0);
      expect(step?.chat).toMatchObject({
        counted: 0,
        outputTokens: 10 * answers,
        tokensPerWord: { measured: true },
      });
      expect(step?.chat?.firstToken.count).toBe(answers);
      // A busy machine makes it invalid, with its reasons.
      const reasons = step?.verdict.reasons.filter(({ severity }) => severity === "invalid") ?? [];
      expect(step?.verdict.verdict).toBe(reasons.length > 0 ? "invalid" : "valid");
    });
  });
}
