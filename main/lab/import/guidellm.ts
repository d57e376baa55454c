import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import type { ChatSource, ExperimentStep } from "../../contract/index.ts";
import { chatExperiment, type ImportedRequests } from "./chat-experiment.ts";
import { parsedJson } from "../../store/index.ts";
import { type GuidellmBenchmark, guidellmReport } from "./guidellm-report.ts";
import { stepOfBenchmark } from "./guidellm-step.ts";
import type { NewImportedExperiment } from "./imported.ts";
import { checked } from "./schema-complaint.ts";

const NOTE =
  "Imported from GuideLLM's benchmarks: times are from sending, tokens as GuideLLM counted them, times between pieces aren't in the file, and nothing is known of the machine and lateness.";
const MIXED_NOTE = `${NOTE} Its benchmarks have different kinds of load, so each stands at the rate that it reached or was given.`;

/** Whether the text is GuideLLM's benchmarks.json. */
export const isGuidellm = (text: string): boolean =>
  /"benchmarks"\s*:/.test(text) && /"scheduler_metrics"\s*:/.test(text);

/** Reads GuideLLM's benchmarks.json, a step for each benchmark. */
export function readGuidellm(text: string, fileName: string): NewImportedExperiment {
  const { benchmarks } = checked(guidellmReport, parse(text));
  const kinds = new Set(benchmarks.map((each) => loadOf(each).kind));
  const isMixed = kinds.size > 1;
  const note = isMixed ? MIXED_NOTE : NOTE;
  const [first] = benchmarks as [GuidellmBenchmark, ...GuidellmBenchmark[]];
  const { backend, strategy } = first.config;
  const requests = requestsOf(first);
  const steps = benchmarks.map((each, i) => {
    const load = isMixed ? { kind: "rate" as const, value: rateOf(each) } : loadOf(each);
    return stepOfBenchmark(each, load, { where: `benchmarks[${i}].`, note, requests });
  });
  return chatExperiment(
    {
      name: fileName.replace(/\.json$/i, "") || "GuideLLM",
      fileName,
      tool: "GuideLLM",
      note,
      model: backend?.model ?? "unknown",
      requests,
      arrivals: { kind: strategy.type_ === "poisson" ? "poisson" : "constant" },
    },
    steps as [ExperimentStep, ...ExperimentStep[]],
  );
}

/** What was sent for several texts; for one, `input` is a string. */
const several = z.object({ body: z.object({ input: z.array(z.unknown()).min(1) }) });

/** Embeddings are never streamed, whatever the backend's `stream` says. */
function requestsOf({ config: { backend }, requests }: GuidellmBenchmark): ImportedRequests {
  const path = backend?.request_format ?? "";
  if (path.endsWith("/v1/embeddings")) {
    const sent = parsedJson(requests?.successful?.[0]?.request_args ?? "");
    return { kind: "embeddings", items: several.safeParse(sent).data?.body.input.length ?? 1 };
  }
  return { kind: "chat", endpoint: toEndpoint(path), streamed: backend?.stream ?? true };
}

function toEndpoint(path: string): ChatSource["endpoint"] {
  if (path.endsWith("/v1/completions")) return "completions";
  return path.endsWith("/v1/responses") ? "responses" : "chat";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StatusError("INVALID_ARGUMENT", `it is not JSON: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** Strategies of guidellm 0.8.1, scheduler/strategies.py. `throughput`: all requests at once, up to a limit. */
function loadOf(benchmark: GuidellmBenchmark): ExperimentStep["load"] {
  const { type_: type, streams, max_concurrency: most } = benchmark.config.strategy;
  const { successful, errored, incomplete } = benchmark.metrics.request_totals;
  switch (type) {
    case "synchronous":
      return { kind: "concurrency", value: 1 };
    case "concurrent":
      return { kind: "concurrency", value: streams ?? most ?? 1 };
    case "throughput": {
      const requests = Math.max(1, successful + errored + incomplete);
      return { kind: "concurrency", value: Math.min(most ?? requests, requests) };
    }
    default:
      return { kind: "rate", value: rateOf(benchmark) };
  }
}

const rateOf = ({ config: { strategy }, metrics }: GuidellmBenchmark): number =>
  strategy.rate ?? metrics.requests_per_second.successful?.mean ?? 0;
