import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChatSource,
  type ExperimentPlan,
  experimentPlan,
  type PoolingSource,
  type Lengths,
} from "../../../main/contract/index.ts";
import { suggestChat } from "../../../main/lab/chat/suggest.ts";
import { shellCommand } from "../../../main/lab/index.ts";
import { parseMeasureFlags } from "./parse-flags.ts";

const parse = (...args: string[]) => parseMeasureFlags(["-m", "m", ...args]);
const chat = (...args: string[]) => parse("--endpoint-type=chat", ...args);
const sourceOf = (...args: string[]) => chat(...args).plan.traffic[0]?.inputs as ChatSource;

const tokens = fc.integer({ min: 1, max: 1_000_000 });
const lengths: fc.Arbitrary<Lengths> = fc.oneof(
  fc.record({ kind: fc.constant("fixed" as const), tokens }),
  fc.record({ kind: fc.constant("uniform" as const), least: tokens, most: tokens }),
  fc.record({
    kind: fc.constant("normal" as const),
    mean: tokens,
    deviation: fc.double({ min: 0, max: 1e6, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant("lognormal" as const),
    median: tokens,
    sigma: fc.double({ min: 0, max: 3, noNaN: true }),
  }),
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const prefixes = fc.option(
  fc.record({ share, count: fc.integer({ min: 1, max: 10_000 }), tokens }),
);
const drawn = fc.record({
  prompts: lengths.map((each) => ({ kind: "words" as const, lengths: each })),
  prefixes,
});
const ofFile = fc.string({ minLength: 1, maxLength: 12 }).map((path) => ({
  prompts: { kind: "file" as const, path },
  prefixes: null,
}));
const sources: fc.Arbitrary<ChatSource> = fc
  .record({
    endpoint: fc.constantFrom("chat", "completions", "responses"),
    rest: fc.oneof(drawn, ofFile),
    outputs: lengths,
    ignoreEos: fc.boolean(),
    temperature: fc.double({ min: 0, max: 2, noNaN: true }),
    contents: fc.constantFrom<Pick<ChatSource, "images" | "audio" | "tools" | "streamed">>(
      {},
      { streamed: false },
      { images: { count: 2, width: 64, height: 8192 } },
      { tools: { count: 128, choice: "auto" } },
      { audio: { kind: "files", count: 16, folder: "/a b" } },
      {
        audio: {
          kind: "noise",
          count: 1,
          meanSeconds: 0.01,
          deviationSeconds: 1.5,
          sampleRate: 44_100,
          channels: 2,
        },
      },
      {
        images: { count: 64, width: 1, height: 1 },
        tools: { count: 1, choice: "required" },
      },
    ),
  })
  .map(({ rest, contents, ...each }) => ({
    kind: "chat" as const,
    ...rest,
    ...each,
    ...contents,
  }));

const maybe = fc.option(tokens);
const pooling: fc.Arbitrary<PoolingSource> = fc.oneof(
  fc.record({
    kind: fc.constant("embeddings" as const),
    lengths,
    dimensions: maybe,
    encoding: fc.constantFrom("float" as const, "base64" as const),
  }),
  fc.record({
    kind: fc.constant("rerank" as const),
    queries: lengths,
    documents: lengths,
    topN: maybe,
  }),
);

const limit = fc.double({ min: 0.001, max: 1e6, noNaN: true });
const bounds = { percentile: fc.constantFrom(50, 90, 99), boundMs: limit, perTokenMs: limit };
const requiredKeys: ["percentile", "boundMs"] = ["percentile", "boundMs"];
const objectives: fc.Arbitrary<ExperimentPlan["objective"]> = fc.option(
  fc.oneof(
    fc.record(bounds, { requiredKeys }),
    fc.record(
      { ...bounds, of: fc.constant("firstToken" as const), responseMs: limit },
      { requiredKeys: [...requiredKeys, "of"] },
    ),
  ),
);

describe("a chat plan's command", () => {
  it("[MEASURE-3] [MEASURE-15] measures the plan that it was made from", () => {
    const { plan } = suggestChat("h:1", "m");
    fc.assert(
      fc.property(
        fc.array(sources, { minLength: 1, maxLength: 3 }),
        objectives,
        (all, objective) => {
          const [traffic] = plan.traffic as [ExperimentPlan["traffic"][number]];
          const each: ExperimentPlan = {
            ...plan,
            traffic: all.map((inputs) => ({ ...traffic, inputs })),
            objective,
          };
          const command = shellCommand(experimentPlan.parse(each), "h:1");
          expect(parseMeasureFlags(splitCommand(command)).plan).toEqual(each);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it("[MEASURE-3] [MEASURE-15] a plan of embeddings or rerank has a command that measures it", () => {
  const { plan } = suggestChat("h:1", "m");
  fc.assert(
    fc.property(pooling, fc.integer({ min: 1, max: 2000 }), (inputs, batchSize) => {
      const [traffic] = plan.traffic as [ExperimentPlan["traffic"][number]];
      const each: ExperimentPlan = { ...plan, traffic: [{ ...traffic, inputs, batchSize }] };
      const command = shellCommand(experimentPlan.parse(each), "h:1");
      expect(parseMeasureFlags(splitCommand(command)).plan).toEqual(each);
    }),
    { numRuns: 200 },
  );
});

/** Split like a shell does; quoted words here contain no quote, or spell it '\''. */
function splitCommand(command: string): string[] {
  const text = command.slice(command.indexOf(" measure ") + " measure ".length);
  const words = text.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g);
  return [...words].map(([word]) =>
    word.replace(/'([^']*)'|\\'/g, (whole, inner: string | undefined) =>
      whole === "\\'" ? "'" : (inner ?? ""),
    ),
  );
}

describe("[MEASURE-15] flags of chat servers", () => {
  it("have the defaults of vllm bench serve, each prompt sent once", () => {
    const { plan } = chat();
    expect(plan).toMatchObject({ wire: "openai", traffic: [{ distinctInputs: 1000 }] });
    expect(sourceOf()).toEqual({
      kind: "chat",
      endpoint: "chat",
      prompts: { kind: "words", lengths: { kind: "fixed", tokens: 1024 } },
      prefixes: null,
      outputs: { kind: "fixed", tokens: 128 },
      ignoreEos: false,
      temperature: 0,
    });
  });

  it("distribute lengths like vllm and aiperf", () => {
    const ratio = sourceOf("--random-input-len=100", "--random-range-ratio=0.25");
    expect(ratio.prompts).toMatchObject({ lengths: { kind: "uniform", least: 75, most: 125 } });
    const means = ["--output-tokens-mean=50", "--output-tokens-stddev=5"];
    expect(sourceOf(...means).outputs).toEqual({ kind: "normal", mean: 50, deviation: 5 });
  });

  it("add a prefix to the length", () => {
    const { prompts, prefixes: first } = sourceOf(
      "--random-input-len=100",
      "--random-prefix-len=50",
    );
    expect(prompts).toMatchObject({ lengths: { tokens: 150 } });
    expect(first).toEqual({ share: 1, count: 1, tokens: 50 });
  });

  it("accept a rate with Poisson or gamma arrivals, or a concurrency", () => {
    const rate = (...args: string[]) => chat("--request-rate=5", ...args).plan.load;
    expect(rate()).toEqual({ kind: "rate", rates: [5], arrivals: { kind: "poisson" } });
    expect(rate("--burstiness=0.5")).toMatchObject({
      arrivals: { kind: "gamma", burstiness: 0.5 },
    });
    expect(chat("--max-concurrency=8").plan.load).toMatchObject({ levels: [8] });
    expect(chat("--concurrency=1,4").plan.load).toMatchObject({ levels: [1, 4] });
    const { requestsPerStep, secondsPerStep } = chat(
      "--num-prompts=200",
      "--benchmark-duration=9",
    ).plan;
    expect([requestsPerStep, secondsPerStep]).toEqual([200, 9]);
  });

  it("limit the first token by --goodput", () => {
    const { plan, notes } = chat("--goodput", "ttft:200 tpot:50");
    expect(plan.objective).toEqual({
      percentile: 99,
      boundMs: 200,
      of: "firstToken",
      perTokenMs: 50,
    });
    expect(notes[0]).toContain("--goodput limits p99");
    expect(chat("--goodput=e2el:900").plan.objective).toEqual({ percentile: 99, boundMs: 900 });
  });

  it.each([
    "ttft:200 tpot:50 e2el:3000",
    "e2el:3000,tpot:50,ttft:200",
    "time_to_first_token:200 inter_token_latency:50 request_latency:3000",
  ])("[LAB-CHAT-16] limit first token, per token and whole response by --goodput=%s", (text) => {
    expect(chat("--goodput", text).plan.objective).toEqual({
      percentile: 99,
      boundMs: 200,
      of: "firstToken",
      perTokenMs: 50,
      responseMs: 3000,
    });
  });

  it.each([
    [["--ignore-eos"], "--ignore-eos is for chat servers; add --endpoint-type chat."],
    [["--goodput=ttft:1"], "--goodput is for chat servers"],
    [["--endpoint-type=images"], "must be chat, completions, responses, embeddings or rerank"],
    [["--endpoint-type=chat", "--top-n=3"], "--top-n is not for --endpoint-type chat"],
    [["--endpoint-type=rerank", "--dimensions=3"], "--dimensions is not for"],
    [["--endpoint-type=embeddings", "--random-output-len=3"], "is not for"],
    [["--endpoint-type=embeddings", "--encoding-format=hex"], "must be float or base64"],
    [["--endpoint-type=chat", "--input-data=zero"], "--input-data is for tensors"],
    [["--endpoint-type=chat", "-i", "grpc"], "-i is for tensors"],
    [["--endpoint-type=chat", "--random-input-len=many"], "must be a number of tokens"],
    [["--endpoint-type=chat", "--goodput=tpot:5"], "must be ttft:MS or e2el:MS"],
    [["--endpoint-type=chat", "--goodput=toString:5"], "must be ttft:MS or e2el:MS"],
    [["--endpoint-type=chat", "--goodput=ttft:5 time_to_first_token:6"], "must be ttft:MS"],
    [["--endpoint-type=chat", "--goodput=ttft:5 ttft:6"], "must be ttft:MS or e2el:MS"],
    [["--endpoint-type=chat", "--goodput=ttft:5", "-l", "9"], "exclude each other"],
    [["--endpoint-type=chat", "--request-rate=inf"], "finite"],
    [["--endpoint-type=chat", "--request-rate=5", "--max-concurrency=3"], "can't be combined"],
    [["--endpoint-type=chat", "--burstiness=2"], "--burstiness needs --request-rate"],
    [
      ["--endpoint-type=chat", "--dataset-path=a", "--shared-prefixes=1:1:1"],
      "--shared-prefixes is for generated prompts",
    ],
    [["--endpoint-type=chat", "--api-key=geheim"], "--api-key is not supported: pass it with -H"],
  ])("%j is rejected with a sentence", (args, words) => {
    expect(() => parse(...args)).toThrow(words);
    expect(() => parse(...args)).not.toThrow("geheim");
  });
});
