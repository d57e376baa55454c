import fs from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type ChatSource,
  type Experiment,
  type ExportFormat,
  experiment as schema,
} from "../../../contract/index.ts";
import { importExperiment } from "../../import/index.ts";
import { experiment } from "../../testing/experiment.ts";
import { exportExperiment } from "../export.ts";

/** Two loads with histograms, as a real GuideLLM measured them. */
const recorded = fs.readFileSync(
  new URL("../../import/testing/guidellm-0.8.1.json", import.meta.url),
  "utf8",
);
const measured: Experiment = { ...importExperiment("a.json", recorded), id: 7 };
const [, eight] = measured.steps as [Experiment["steps"][0], Experiment["steps"][0]];
const failing = {
  ...measured,
  steps: [
    {
      ...eight,
      goodput: 12,
      outcomes: { ...eight.outcomes, failed: 2, unfinished: 1 },
      failures: [{ status: "UNAVAILABLE", message: "down", count: 2 }],
    },
  ],
};

const isWhole = (imported: object | undefined) => schema.safeParse({ ...imported, id: 1 }).success;

const back = (format: ExportFormat, given = measured) =>
  exportExperiment(given, format).map(({ fileName, content }) =>
    importExperiment(fileName, content, 0),
  );

/** Within a histogram's resolution, three digits, and the tools' rounding of dates to seconds. */
function expectSame(got: Experiment["steps"][number], wanted: Experiment["steps"][number]): void {
  expect(got.load).toEqual(wanted.load);
  expect(got.successes).toBe(wanted.successes);
  expect(got.requestsPerSecond).toBeCloseTo(wanted.requestsPerSecond, 6);
  expect(got.seconds).toBeCloseTo(wanted.seconds, 3);
  expect(Math.abs(got.startedAt - wanted.startedAt)).toBeLessThan(1001);
  expect(got.chat?.outputTokens).toBe(wanted.chat?.outputTokens);
  expect(got.chat?.promptTokens).toBe(wanted.chat?.promptTokens);
  for (const name of ["p50", "p99"] as const) {
    const within = (a: { value: number } | null | undefined, b: typeof a) =>
      expect((a?.value ?? 0) / (b?.value ?? 1)).toBeCloseTo(1, 2);
    within(got.service.p50, wanted.service.p50);
    if (wanted.chat?.perToken[name]) within(got.chat?.perToken[name], wanted.chat?.perToken[name]);
  }
  expect(got.service.mean).toBeCloseTo(wanted.service.mean ?? 0, 3);
  expect(got.chat?.firstToken.mean).toBeCloseTo(wanted.chat?.firstTokenFromSend.mean ?? 0, 3);
}

describe("results for other load tools", () => {
  it("[LAB-EXPORT-20] are a line for each load as `vllm bench serve --append-result` has it", () => {
    const [file, ...more] = exportExperiment(measured, "vllm-bench");
    expect(more).toEqual([]);
    expect(file?.fileName).toBe("experiment-7-tiny-chat.vllm-bench.json");
    expect(file?.content.trimEnd().split("\n")).toHaveLength(2);
    const [imported] = back("vllm-bench");
    imported?.steps.forEach((each, i) => expectSame(each, measured.steps[i] as typeof each));
    expect(imported?.plan.traffic[0]?.model).toBe("tiny-chat");
    const [line] = exportExperiment(failing, "vllm-bench");
    expect(JSON.parse(line?.content ?? "")).toMatchObject({
      request_rate: "inf",
      max_concurrency: 4,
      completed: 30,
      failed: 3,
      num_prompts: 33,
      request_goodput: 12,
      backend: "openai-chat",
    });
  });

  it("[LAB-EXPORT-21] are AIPerf's summary of each load", () => {
    const files = exportExperiment(measured, "aiperf");
    expect(files.map(({ fileName }) => fileName)).toEqual([
      "experiment-7-tiny-chat.concurrency-1.aiperf.json",
      "experiment-7-tiny-chat.concurrency-4.aiperf.json",
    ]);
    back("aiperf").forEach((each, i) =>
      expectSame(each.steps[0] as never, measured.steps[i] as never),
    );
    const [file] = exportExperiment(failing, "aiperf");
    expect(JSON.parse(file?.content ?? "")).toMatchObject({
      schema_version: "1.4",
      goodput: { unit: "requests/sec", avg: 12 },
      error_request_count: { unit: "requests", avg: 3 },
      error_summary: [{ error_details: { type: "UNAVAILABLE", message: "down" }, count: 2 }],
      input_config: { phases: [{ type: "concurrency", concurrency: 4 }] },
    });
  });

  it("[LAB-EXPORT-22] are GuideLLM's report with a benchmark for each load", () => {
    const [imported] = back("guidellm");
    imported?.steps.forEach((each, i) => expectSame(each, measured.steps[i] as typeof each));
    const [file] = exportExperiment(failing, "guidellm");
    expect(JSON.parse(file?.content ?? "")).toMatchObject({
      metadata: { version: 2 },
      benchmarks: [
        {
          config: { strategy: { type_: "concurrent", streams: 4 } },
          metrics: {
            request_totals: { successful: 30, errored: 2, incomplete: 1, total: 33 },
            request_goodput: { successful: { mean: 12 } },
          },
        },
      ],
    });
  });

  /** The second load as if answers came whole, and as if it were of embeddings or reranks. */
  const [, step] = measured.steps as [Experiment["steps"][0], Experiment["steps"][0]];
  const [traffic] = measured.plan.traffic as [Experiment["plan"]["traffic"][0]];
  const texts = { inputTokens: 960, inputTokensPerSecond: 96, server: null };
  const of = (change: Partial<typeof traffic>, answers: object = {}): Experiment => ({
    ...measured,
    plan: { ...measured.plan, traffic: [{ ...traffic, ...change }] },
    steps: [{ ...step, chat: null, texts: { ...texts, ...answers } }],
  });
  const chat = traffic.inputs as ChatSource;
  const whole = of({ inputs: { ...chat, streamed: false } }, { outputTokens: 180 });
  const lengths = { kind: "fixed", tokens: 8 } as const;
  const embeddings = of({
    batchSize: 4,
    inputs: { kind: "embeddings", lengths, dimensions: null, encoding: "float" },
  });
  const rerank = of({
    batchSize: 16,
    inputs: { kind: "rerank", queries: lengths, documents: lengths, topN: null },
  });
  const written = (given: Experiment, format: ExportFormat) =>
    exportExperiment(given, format).map(({ content }) => JSON.parse(content))[0];

  it.each([
    ["vllm-bench", /ttft|tpot|itl/],
    ["aiperf", /first_token|inter_token|inter_chunk/],
  ] as const)("[LAB-EXPORT-24] of whole responses have no times of tokens: %s", (format, names) => {
    const file = written(whole, format);
    expect(Object.keys(file).filter((name) => names.test(name))).toEqual([]);
    const [imported] = back(format, whole);
    expect(imported?.steps[0]).toMatchObject({ successes: 30 });
    expect(imported?.steps[0]?.service.mean).toBeCloseTo(step.service.mean ?? 0, 3);
  });

  it("[LAB-EXPORT-24] of whole responses are read as such again from AIPerf's and GuideLLM's", () => {
    expect(written(whole, "aiperf").input_config.endpoint.streaming).toBe(false);
    const file = written(whole, "guidellm");
    expect(file.config.spec.backend.stream).toBe(false);
    expect(file.benchmarks[0].metrics.time_to_first_token_ms.successful.count).toBe(0);
    for (const format of ["aiperf", "guidellm"] as const) {
      const [imported] = back(format, whole);
      expect(imported?.plan.traffic[0]?.inputs).toMatchObject({ kind: "chat", streamed: false });
      expect(imported?.steps[0]).toMatchObject({
        chat: null,
        texts: { inputTokens: 960, outputTokens: 180 },
      });
    }
  });

  it.each([
    ["vllm-bench", embeddings, { kind: "embeddings" }, 4],
    ["vllm-bench", rerank, { kind: "rerank" }, 16],
    ["aiperf", embeddings, { kind: "embeddings" }, 4],
    ["aiperf", rerank, { kind: "rerank" }, 16],
  ] as const)(
    "[LAB-EXPORT-25] of embeddings and reranks are written and read: %s",
    (format, given, inputs, batchSize) => {
      const file = JSON.stringify(written(given, format));
      expect(file).not.toMatch(/output_|ttft|first_token|total_osl/);
      const [imported] = back(format, given);
      expect(imported?.plan.traffic).toMatchObject([{ model: "tiny-chat", batchSize, inputs }]);
      expect(imported?.steps).toMatchObject([
        { successes: 30, chat: null, texts: { inputTokens: 960, server: null } },
      ]);
      const { inferencesPerSecond = 0, requestsPerSecond = 1 } = imported?.steps[0] ?? {};
      expect(inferencesPerSecond / requestsPerSecond).toBeCloseTo(batchSize, 6);
      expect(isWhole(imported)).toBe(true);
    },
  );

  it("[LAB-EXPORT-25] of embeddings have vllm's names", () => {
    expect(written(embeddings, "vllm-bench")).toMatchObject({
      backend: "openai-embeddings",
      num_prompts: 30,
      completed: 30,
      total_input_tokens: 960,
      total_input_sequences: 120,
      input_sequence_throughput: step.inferencesPerSecond,
    });
    expect(written(rerank, "vllm-bench").backend).toBe("vllm-rerank");
    expect(written(rerank, "aiperf").input_config).toMatchObject({
      endpoint: { type: "cohere_rankings", streaming: false },
      datasets: [{ rankings: { passages: { value: 16 }, query_tokens: { mean: 8 } } }],
    });
  });

  it("[LAB-EXPORT-25] of embeddings are written for GuideLLM as requests of one text and read back, those of reranks aren't", () => {
    const file = written(embeddings, "guidellm");
    expect(file.config.spec).toMatchObject({
      backend: { request_format: "/v1/embeddings", stream: false },
      data: [{ prompt_tokens: 32 }],
    });
    expect(file.config.spec.data[0]).not.toHaveProperty("output_tokens");
    const [imported] = back("guidellm", embeddings);
    expect(isWhole(imported)).toBe(true);
    expect(imported?.plan.traffic).toMatchObject([
      { model: "tiny-chat", batchSize: 1, inputs: { kind: "embeddings", lengths: { tokens: 32 } } },
    ]);
    expect(imported?.steps).toMatchObject([
      { successes: 30, chat: null, texts: { inputTokens: 960 } },
    ]);
    expect(() => exportExperiment(rerank, "guidellm")).toThrow(
      "GuideLLM has no reranks; choose vllm bench or AIPerf.",
    );
  });

  it("[LAB-EXPORT-23] are rejected for an experiment without tokens", () => {
    for (const format of ["vllm-bench", "aiperf", "guidellm"] as const) {
      expect(() => exportExperiment(experiment(), format)).toThrow(
        "only experiments on chat servers can be exported for other load tools.",
      );
      expect(() => exportExperiment({ ...measured, steps: [] }, format)).toThrow(
        "nothing was measured yet.",
      );
      const response = { ...eight.service, histogram: "" };
      const bare = { ...measured, steps: [{ ...eight, service: response }] };
      expect(() => exportExperiment(bare, format)).toThrow(
        "concurrency-4 was imported without times of single requests.",
      );
    }
  });
});
