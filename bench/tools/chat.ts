import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { forkProcess } from "../../engine/testing/forked-process.ts";
import { root } from "../../scripts/process.ts";
import type { Tool } from "./install.ts";
import { type Cell, type Reading, runTool } from "./side-by-side.ts";
import { TOKENIZER, writeTokenizer } from "./tokenizer.ts";

const PREFILL_MS = 40;
const DECODE_MS = 10;
const PROMPT_TOKENS = 32;
const OUTPUT_TOKENS = 16;
const CLIENTS = [1, 4];
const MODEL = "tiny-chat";

export interface ChatBench {
  readonly cells: readonly Cell[];
  stop(): Promise<void>;
}

/**
 * The chat double in a process of its own: first token after 40 ms, 15 more at intervals of 10 ms. `batchdeck measure`
 * writes its results as each tool does, so that one reader reads both.
 */
export async function startChat(
  { aiperf, guidellm }: { aiperf: Tool; guidellm: Tool },
  requests: number,
): Promise<ChatBench> {
  const folder = mkdtempSync(join(tmpdir(), "bench-tools-"));
  const cache = join(folder, "hub");
  const tokenizer = writeTokenizer(cache);
  const env = { HF_HUB_CACHE: cache, HF_HUB_OFFLINE: "1", TRANSFORMERS_OFFLINE: "1" };
  const times = [`${PREFILL_MS}`, `${DECODE_MS}`];
  const server = await forkProcess<{ address: string }>(
    new URL("chat-process.ts", import.meta.url),
    times,
  );
  const { address } = server.message;

  const ours = async (clients: number, format: "aiperf" | "guidellm"): Promise<Reading> => {
    const file = join(folder, `ours-${format}.json`);
    rmSync(file, { force: true });
    await runTool(
      [
        process.execPath,
        join(root, "app/cli/main.ts"),
        "measure",
        "-m",
        MODEL,
        "-u",
        address,
        "--endpoint-type",
        "chat",
        "--concurrency",
        `${clients}`,
        "--request-count",
        `${requests}`,
        "--seconds",
        "600",
        "--warmup-seconds",
        "0",
        "--random-input-len",
        `${PROMPT_TOKENS}`,
        "--random-output-len",
        `${OUTPUT_TOKENS}`,
        `--${format}`,
        file,
      ],
      { accepted: [0, 2] },
    );
    return format === "aiperf" ? readAiperf(file) : readGuidellm(file);
  };

  const byAiperf = async (program: readonly string[], clients: number): Promise<Reading> => {
    const artifacts = join(folder, "aiperf");
    rmSync(artifacts, { recursive: true, force: true });
    await runTool(
      [
        ...program,
        "profile",
        "-m",
        MODEL,
        "--url",
        `http://${address}`,
        "--endpoint-type",
        "chat",
        "--streaming",
        "--concurrency",
        `${clients}`,
        "--request-count",
        `${requests}`,
        "--random-seed",
        "1",
        "--isl",
        `${PROMPT_TOKENS}`,
        "--osl",
        `${OUTPUT_TOKENS}`,
        "--tokenizer",
        TOKENIZER,
        "--ui",
        "none",
        "--artifact-dir",
        artifacts,
        "--no-gpu-telemetry",
        "--no-server-metrics",
      ],
      { cwd: folder, env },
    );
    return readAiperf(join(artifacts, "profile_export_aiperf.json"));
  };

  const byGuidellm = async (program: readonly string[], clients: number): Promise<Reading> => {
    const file = join(folder, "guidellm.json");
    rmSync(file, { force: true });
    await runTool(
      [
        ...program,
        "run",
        "--disable-console",
        "--seed",
        "kind=static,value=1",
        "--backend",
        `kind=openai_http,target=http://${address},model=${MODEL}`,
        "--profile",
        `kind=concurrent,streams=${clients}`,
        "--constraint",
        `kind=max_requests,count=${requests}`,
        "--tokenizer",
        `kind=huggingface_auto,model=${tokenizer}`,
        "--data",
        `kind=synthetic_text,prompt_tokens=${PROMPT_TOKENS},output_tokens=${OUTPUT_TOKENS}`,
        "--output",
        `kind=json,path=${file}`,
      ],
      { cwd: folder, env },
    );
    return readGuidellm(file);
  };

  const cells = CLIENTS.flatMap((clients): Cell[] => {
    const name = `chat, ${requests} requests, ${clients} ${clients === 1 ? "client" : "clients"}`;
    return [
      ...(aiperf
        ? [
            {
              name,
              tool: "aiperf",
              ours: () => ours(clients, "aiperf"),
              theirs: () => byAiperf(aiperf, clients),
            },
          ]
        : []),
      ...(guidellm
        ? [
            {
              name,
              tool: "guidellm",
              ours: () => ours(clients, "guidellm"),
              theirs: () => byGuidellm(guidellm, clients),
            },
          ]
        : []),
    ];
  });
  return {
    cells,
    stop: async () => {
      server.child.disconnect();
      await server.exit;
      rmSync(folder, { recursive: true });
    },
  };
}

const aiperfMetric = z.object({
  avg: z.number(),
  p50: z.number().nullish(),
  p99: z.number().nullish(),
});
const aiperfSummary = z.object({
  request_throughput: z.object({ avg: z.number() }),
  output_token_throughput: z.object({ avg: z.number() }),
  request_latency: aiperfMetric,
  time_to_first_token: aiperfMetric,
  inter_token_latency: aiperfMetric,
});

function readAiperf(file: string): Reading {
  const read = aiperfSummary.parse(JSON.parse(readFileSync(file, "utf8")));
  const { request_throughput, output_token_throughput, ...times } = read;
  const of = (name: string, { avg, p50, p99 }: z.infer<typeof aiperfMetric>) =>
    [
      [`${name} mean, ms`, avg],
      [`${name} p50, ms`, p50 ?? Number.NaN],
      [`${name} p99, ms`, p99 ?? Number.NaN],
    ] as const;
  return new Map([
    ["requests/s", request_throughput.avg],
    ["tokens/s", output_token_throughput.avg],
    ...of("TTFT", times.time_to_first_token),
    ...of("per token", times.inter_token_latency),
    ...of("latency", times.request_latency),
  ]);
}

const distribution = z.object({
  successful: z.object({
    mean: z.number(),
    percentiles: z.object({ p50: z.number(), p99: z.number() }),
  }),
});
const guidellmReport = z.object({
  benchmarks: z.tuple([
    z.object({
      metrics: z.object({
        requests_per_second: distribution,
        output_tokens_per_second: distribution,
        request_latency: distribution,
        time_to_first_token_ms: distribution,
        inter_token_latency_ms: distribution,
      }),
    }),
  ]),
});

function readGuidellm(file: string): Reading {
  const report = guidellmReport.parse(JSON.parse(readFileSync(file, "utf8")));
  const { metrics } = report.benchmarks[0];
  const of = (name: string, { successful }: z.infer<typeof distribution>, scale = 1) =>
    [
      [`${name} mean, ms`, successful.mean * scale],
      [`${name} p50, ms`, successful.percentiles.p50 * scale],
      [`${name} p99, ms`, successful.percentiles.p99 * scale],
    ] as const;
  return new Map([
    ["requests/s", metrics.requests_per_second.successful.mean],
    ["tokens/s", metrics.output_tokens_per_second.successful.mean],
    ...of("TTFT", metrics.time_to_first_token_ms),
    ...of("per token", metrics.inter_token_latency_ms),
    // In seconds.
    ...of("latency", metrics.request_latency, 1000),
  ]);
}
