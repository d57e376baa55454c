import {
  type ExperimentPlan,
  formatDelays,
  formatLimits,
  formatRequestTrace,
  formatTraceSpeeds,
  formatTurns,
  goodputLimits,
  type InputSource,
  isStreamedPlan,
  type Traffic,
} from "../../../main/contract/index.ts";
import type { MeasureFlags } from "./parse-flags.ts";

const WIRES = {
  http: "HTTP with binary tensors",
  grpc: "gRPC",
  "grpc-stream": "gRPC, one stream per client",
  "grpc-js": "gRPC with grpc-js",
  openai: "OpenAI over HTTP",
};

interface Inputs {
  /** Shapes of dynamic inputs for which a request succeeded. */
  readonly found: Readonly<Record<string, readonly number[]>>;
  /** Shapes that were assumed for inputs with dynamic dimensions. */
  readonly assumed: Readonly<Record<string, readonly number[]>>;
  /** The server doesn't support binary tensors over HTTP. */
  readonly asJson: boolean;
}

export function settingsReport(
  flags: MeasureFlags,
  plan: ExperimentPlan,
  { found, assumed, asJson }: Inputs,
): string {
  const { objective } = plan;
  const fromFile = plan.traffic.some(({ inputs }) => inputs.kind === "perf-analyzer");
  const unlessGiven = fromFile ? " where the input data gives no shape" : "";
  return [
    "*** Measurement Settings ***",
    ...plan.traffic.map((each) => modelLine(each, plan.traffic.length > 1)),
    `  Server: ${flags.address}, ${asJson && plan.wire === "http" ? "HTTP with JSON tensors" : WIRES[plan.wire]}${isStreamedPlan(plan) ? ", streamed" : ""}`,
    `  ${describeLoad(plan)}, seed ${plan.seed}`,
    ...describeSpan(flags, plan),
    ...(objective
      ? [
          `  ${objective.of === "firstToken" ? "First token" : "Latency"} limit: p${objective.percentile} ${objective.boundMs} msec`,
          ...(plan.wire === "openai"
            ? [`  Goodput counts responses with ${formatLimits(goodputLimits(objective))}`]
            : []),
        ]
      : []),
    ...(plan.goal.kind === "search" ? ["  Using Binary Search algorithm"] : []),
    ...(Object.keys(found).length > 0
      ? [
          `  Found sizes that run: ${Object.entries(found)
            .map(([name, shape]) => `--shape=${name}:${shape.join(",")}`)
            .join(" ")}`,
        ]
      : []),
    ...Object.entries(assumed).map(
      ([name, shape]) =>
        `  Input '${name}' is dynamic: --shape=${name}:${shape.join(",")} is assumed${unlessGiven}`,
    ),
    ...flags.notes.map((note) => `  ${note}`),
    "",
    "",
  ].join("\n");
}

function modelLine(traffic: Traffic, isMixture: boolean): string {
  const { model, modelVersion, inputs, batchSize, distinctInputs, sequence, weight } = traffic;
  return [
    `  Model: ${model}${modelVersion && ` version ${modelVersion}`}`,
    ...formatInputs(inputs, batchSize),
    formatTrace(inputs) ?? `${distinctInputs} different requests`,
    ...formatConversation(inputs),
    ...(sequence ? [`sequences of ${sequence.shortest} to ${sequence.longest}`] : []),
    ...(isMixture ? [`weight ${weight}`] : []),
  ].join(", ");
}

function formatInputs(inputs: Traffic["inputs"], items: number): string[] {
  switch (inputs.kind) {
    case "chat":
      return [inputs.endpoint, ...(inputs.streamed === false ? ["responses not streamed"] : [])];
    case "embeddings":
      return ["embeddings", `${items} texts per request`];
    case "rerank":
      return ["rerank", `${items} documents per request`];
    default:
      return [`batch size ${items}`];
  }
}

function formatConversation(inputs: InputSource): string[] {
  if (inputs.kind !== "chat" || !inputs.conversation) return [];
  const { turns, think } = inputs.conversation;
  return [`conversations of ${formatTurns(turns)}`, `${formatDelays(think)} between turns`];
}

/** Null if requests have another source. */
function formatTrace(inputs: InputSource): string | null {
  if (inputs.kind !== "chat" || inputs.prompts.kind !== "trace") return null;
  return formatRequestTrace(inputs.prompts);
}

function describeLoad({ load }: ExperimentPlan): string {
  if (load.kind === "concurrency") return "Closed loop";
  if (load.kind === "trace") {
    return `Open loop, the trace's schedule ${formatTraceSpeeds(load.speeds)}, timed from their schedule`;
  }
  if (!("arrivals" in load)) return `Open loop, ${load.kind}`;
  const { arrivals } = load;
  const words = arrivals.kind === "gamma" ? `gamma ${arrivals.burstiness}` : arrivals.kind;
  return `Open loop, ${words} arrivals, timed from their schedule`;
}

function describeSpan({ stability, percentile }: MeasureFlags, plan: ExperimentPlan): string[] {
  const { requestsPerStep, secondsPerStep } = plan;
  if (plan.load.kind === "profile" || plan.load.kind === "trace") return [];
  if (!stability) {
    const requests = requestsPerStep === null ? "" : `${requestsPerStep} requests, `;
    return [`  Measuring ${requests}at most ${secondsPerStep} s per step`];
  }
  const latency = percentile === null ? "average latency" : `p${percentile} latency`;
  const count = stability.windowRequests > 1;
  return [
    `  Using "${count ? "count_windows" : "time_windows"}" mode for stabilization`,
    `  Stabilizing using ${latency} and throughput, within ${stability.percentage} %`,
    count
      ? `  Minimum number of samples in each window: ${stability.windowRequests}`
      : `  Measurement window: ${stability.windowSeconds * 1000} msec, at most ${stability.maxTrials}`,
  ];
}
