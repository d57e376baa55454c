import fs from "node:fs";
import { describe, expect, it } from "vitest";
import type { Experiment, ExportFormat } from "../../../contract/index.ts";
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
