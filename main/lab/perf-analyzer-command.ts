import type { ExperimentPlan, Traffic } from "../contract/index.ts";
import { type Differs, perfAnalyzerLoad } from "./command-line/perf-analyzer-load.ts";
import { formatPath } from "./command-line/traffic-flags.ts";
import { flag } from "./command-line/flag.ts";
import { shortShellWord } from "../../base/shell-word.ts";

export interface PerfAnalyzerCommand {
  /** Null if perf_analyzer has no such load. */
  readonly command: string | null;
  /** What it does not do, or does differently; sentences. */
  readonly differences: string[];
}

const CHAT =
  "perf_analyzer itself measures no time to the first token; NVIDIA's AIPerf does, which has flags of its own.";

/** The perf_analyzer command closest to a plan; `address` is HOST:PORT for the plan's protocol. */
export function perfAnalyzerCommand(plan: ExperimentPlan, address: string): PerfAnalyzerCommand {
  if (plan.wire === "openai") return { command: null, differences: [CHAT] };
  const differences: string[] = [];
  const differs = (isSo: boolean, words: string) => isSo && differences.push(words);
  const [traffic] = plan.traffic;
  const load = perfAnalyzerLoad(plan, differs);
  differs(plan.traffic.length > 1, "perf_analyzer cannot mix requests to several models.");
  if (!load || !traffic || plan.traffic.length > 1) return { command: null, differences };
  const flags = [
    `-m ${shortShellWord(traffic.model)}`,
    ...(traffic.modelVersion === "" ? [] : [`-x ${shortShellWord(traffic.modelVersion)}`]),
    `-u ${shortShellWord(address)}`,
    ...wireFlags(plan, differs),
    ...(traffic.batchSize === 1 ? [] : [`-b ${traffic.batchSize}`]),
    ...inputFlags(traffic, differs),
    ...load,
    ...spanFlags(plan, differs),
    ...objectiveFlags(plan, differs),
  ];
  trafficDifferences(traffic, differs);
  differs(
    plan.load.kind !== "concurrency",
    "perf_analyzer measures latency from sending, not from the schedule, which hides delays before sending.",
  );
  differs(true, "perf_analyzer's run ends with its first failed request.");
  differs(true, `perf_analyzer has no seed: seed ${plan.seed} is left out.`);
  return { command: ["perf_analyzer", ...flags].join(" "), differences };
}

function wireFlags({ wire }: ExperimentPlan, differs: Differs): string[] {
  differs(wire === "grpc-js", "perf_analyzer has its own gRPC client.");
  if (wire === "grpc-stream") return ["-i grpc", "--streaming", "--async"];
  return [wire === "http" ? "-i http" : "-i grpc"];
}

function inputFlags({ inputs, shapes, distinctInputs }: Traffic, differs: Differs): string[] {
  const shape = Object.entries(shapes).map(([name, dims]) =>
    flag("shape", `${name}:${dims.join(",")}`),
  );
  if (inputs.kind === "perf-analyzer") {
    return [...shape, flag("input-data", formatPath(inputs.path))];
  }
  differs(
    inputs.kind !== "generated",
    `perf_analyzer reads no inputs of kind ${inputs.kind}: it sends random ones.`,
  );
  differs(
    distinctInputs > 1,
    "perf_analyzer sends the same random request over and over, which a response cache answers.",
  );
  const all = inputs.kind === "generated" ? Object.values(inputs.byInput) : [];
  const isZero = all.length > 0 && all.every(({ kind }) => kind === "zeros");
  differs(
    !isZero && all.some(({ kind }) => kind !== "auto"),
    "perf_analyzer draws its random inputs in its own way.",
  );
  return isZero ? [...shape, "--input-data=zero"] : shape;
}

function spanFlags(
  { secondsPerStep, requestsPerStep, warmup }: ExperimentPlan,
  differs: Differs,
): string[] {
  const isCounted = requestsPerStep !== null;
  differs(
    !isCounted,
    "perf_analyzer measures windows of this length until three are alike, and reports those.",
  );
  differs(isCounted, `perf_analyzer ends with the requests only, not after ${secondsPerStep} s.`);
  differs(
    warmup.kind !== "requests",
    "perf_analyzer warms up by a number of requests only: give one by --warmup-request-count.",
  );
  return [
    isCounted
      ? flag("request-count", requestsPerStep)
      : flag("measurement-interval", Math.max(1, Math.round(secondsPerStep * 1000))),
    ...(warmup.kind === "requests" ? [flag("warmup-request-count", warmup.count)] : []),
  ];
}

function objectiveFlags(
  { objective, stopWhenCertified, goal }: ExperimentPlan,
  differs: Differs,
): string[] {
  if (!objective) return [];
  const percentile = Math.min(99, Math.round(objective.percentile));
  const bound = Math.max(1, Math.round(objective.boundMs));
  differs(
    percentile !== objective.percentile,
    `perf_analyzer has whole percentiles up to 99 only: p${percentile} is used for p${objective.percentile}.`,
  );
  differs(
    bound !== objective.boundMs,
    `perf_analyzer has whole milliseconds only: ${bound} is used for ${objective.boundMs}.`,
  );
  differs(
    true,
    "perf_analyzer compares the percentile itself, whatever the sample supports, and reports no goodput.",
  );
  differs(stopWhenCertified, "perf_analyzer certifies nothing.");
  differs(
    goal.kind === "sweep",
    "perf_analyzer ends a range with the first load that is over the threshold.",
  );
  return [flag("percentile", percentile), flag("latency-threshold", bound)];
}

function trafficDifferences(traffic: Traffic, differs: Differs): void {
  differs(traffic.reuse.kind !== "turns", "perf_analyzer has no share of duplicates.");
  differs(traffic.deadlineMs !== null, "perf_analyzer has no client deadline.");
  differs(traffic.priority !== 0, "perf_analyzer has no priorities.");
  differs(traffic.timeoutMicros !== null, "perf_analyzer has no queue timeout of a request.");
  differs(traffic.checkOutputs, "perf_analyzer checks outputs by its input data file alone.");
  differs(
    traffic.sequence !== null,
    "perf_analyzer takes sequences from the model's configuration: their length is given by --sequence-length.",
  );
}
