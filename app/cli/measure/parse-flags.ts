import fs from "node:fs";
import {
  type ExperimentPlan,
  experimentPlan,
  isPooling,
  isStreamedPlan,
  type Objective,
  PLAN_VERSION,
  type Wire,
} from "../../../main/contract/index.ts";
import { formatAuthority, type Target } from "../../../main/wire/index.ts";
import { parseFlags, UsageError } from "../command.ts";
import { readGoodput } from "./chat-flags.ts";
import { readCosts } from "./cost-flags.ts";
import { measureOptions, trafficOptions, withoutForeign } from "./flag-table.ts";
import { integer, number, positive } from "./flag-values.ts";
import { type TrafficDefaults, toTraffic } from "./input-flags.ts";
import { loadAndGoal } from "./load-flags.ts";
import { readMetricsAddress, targetFromFlags } from "./server-flags.ts";
import { readSpan, type StabilityRule, readWarmup } from "./span-flags.ts";

export interface MeasureFlags {
  /** Its serverId is the address. */
  readonly plan: ExperimentPlan;
  readonly target: Target;
  /** HOST:PORT for display. */
  readonly address: string;
  /** HOST:PORT of the server's metrics; null if they aren't read. */
  readonly metricsAddress: string | null;
  /** For each kind of requests. */
  readonly defaults: readonly TrafficDefaults[];
  /** A step ends once its windows are stable; null: it has a fixed length. */
  readonly stability: StabilityRule | null;
  /** The latency statistic of summary and stability; null: the average. */
  readonly percentile: number | null;
  /** A sweep continues after a load that missed the objective. */
  readonly wholeRange: boolean;
  readonly jsonFile: string | null;
  readonly csvFile: string | null;
  readonly htmlFile: string | null;
  /** Results in the formats of other load tools for chat servers. */
  readonly toolFiles: ToolFiles;
  readonly verbose: boolean;
  /**
   * Flags that were given without effect, or with a meaning that differs from what one might
   * expect.
   */
  readonly notes: readonly string[];
}

export type ToolFiles = Readonly<Record<"vllm-bench" | "aiperf" | "guidellm", string | null>>;

/** "-": standard input. */
export const readText = (file: string) => {
  try {
    return fs.readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new UsageError(
      `--request-intervals '${file}' cannot be read: ${(error as Error).message}.`,
    );
  }
};

/** Throws a UsageError with the flag, its value and what would be right. */
export function parseMeasureFlags(args: readonly string[], readFile = readText): MeasureFlags {
  const foreign = withoutForeign(args);
  const [first = [], ...others] = splitAtNext(foreign.args);
  const { values, positionals } = parseFlags(first, measureOptions);
  const more = others.map(parseMixed);
  const [stray] = [positionals, ...more.map((each) => each.positionals)].flat();
  if (stray !== undefined)
    throw new UsageError(`Unexpected argument '${stray}'; see measure --help.`);
  const kinds = [values, ...more.map((each) => each.values)].map(toTraffic);
  const isChat = kinds.some(
    ({ traffic }) => traffic.inputs.kind === "chat" || isPooling(traffic.inputs),
  );
  if (isChat && values.protocol !== "http")
    throw new UsageError("-i is for tensors, and --endpoint-type sends prompts; leave it out.");
  if (isChat && values["collect-metrics"])
    throw new UsageError(
      "--collect-metrics is for Triton; a chat server's metrics are read anyway.",
    );
  const wire = isChat ? "openai" : readWire(values.protocol, values.streaming);
  const target = targetFromFlags(values, wire);
  const address = formatAuthority(target);
  const percentile = readPercentile(values.percentile);
  if (values.goodput !== undefined && !isChat)
    throw new UsageError("--goodput is for chat servers; use --latency-threshold.");
  const objective = readObjective(values["latency-threshold"], percentile, values.goodput);
  if (values.certify && !objective) {
    throw new UsageError("--certify needs --latency-threshold; give the limit in ms.");
  }
  const { load, goal } = loadAndGoal(values, objective !== null, readFile);
  const hasOwnLength = load.kind === "profile" || load.kind === "trace";
  const { stability, ...span } = readSpan(values, goal.kind === "sweep" && !hasOwnLength);
  const costs = readCosts(values);
  const plan: ExperimentPlan = {
    version: PLAN_VERSION,
    serverId: address,
    wire,
    traffic: kinds.map(({ traffic }) => traffic),
    load,
    ...span,
    warmup: readWarmup(values),
    objective,
    stopWhenCertified: values.certify,
    goal,
    ...(costs && { costs }),
    seed: integer("--seed", values.seed ?? values["random-seed"] ?? "1", -(2 ** 31), 2 ** 31 - 1),
  };
  check(plan);
  return {
    plan,
    target,
    address,
    metricsAddress: readMetricsAddress(values, address),
    defaults: kinds.map(({ defaults }) => defaults),
    stability,
    percentile,
    wholeRange: values["whole-range"],
    jsonFile: values.json ?? null,
    csvFile: values["latency-report-file"] ?? null,
    htmlFile: values.html ?? null,
    toolFiles: readToolFiles(values, plan),
    verbose: values.verbose !== undefined,
    notes: [...foreign.notes, ...thresholdNote(objective, percentile, values.goodput)],
  };
}

function readToolFiles(
  values: Readonly<Partial<Record<keyof ToolFiles, string>>>,
  plan: ExperimentPlan,
): ToolFiles {
  const files = {
    "vllm-bench": values["vllm-bench"] ?? null,
    aiperf: values.aiperf ?? null,
    guidellm: values.guidellm ?? null,
  };
  const stray = Object.entries(files).find(([, file]) => file !== null);
  if (stray && plan.wire !== "openai")
    throw new UsageError(`--${stray[0]} is for chat servers; give --endpoint-type, too.`);
  if (stray && !isStreamedPlan(plan))
    throw new UsageError(`--${stray[0]} is for streamed responses; use --json.`);
  return files;
}

function parseMixed(args: readonly string[]) {
  try {
    return parseFlags(args, trafficOptions);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `${error.message} After --next only -m and flags of its requests are allowed; give all others before it.`,
    );
  }
}

function splitAtNext(args: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const argument of args) {
    if (argument === "--next") parts.push([]);
    else parts.at(-1)?.push(argument);
  }
  return parts;
}

function readWire(protocol: string, isStream: boolean): Wire {
  const wire = protocol.toLowerCase();
  if (wire !== "http" && wire !== "grpc" && wire !== "grpc-js") {
    throw new UsageError(`-i is '${protocol}'; it must be http, grpc or grpc-js.`);
  }
  if (!isStream) return wire;
  if (wire === "grpc") return "grpc-stream";
  throw new UsageError(`--streaming needs -i grpc, and -i is '${protocol}'.`);
}

/** perf_analyzer's −1 is the average. */
function readPercentile(text: string | undefined): number | null {
  return text === undefined || text === "-1" ? null : number("--percentile", text, 1, 99.99);
}

const DEFAULT_PERCENTILE = 99;

/** A threshold of 0 means no limit, as in perf_analyzer. */
function readObjective(
  threshold: string,
  percentile: number | null,
  goodput: string | undefined,
): Objective | null {
  if (goodput !== undefined) {
    const bounds = readGoodput(goodput);
    if (threshold === "0") return { percentile: percentile ?? DEFAULT_PERCENTILE, ...bounds };
    throw new UsageError("--goodput and --latency-threshold exclude each other; give one of them.");
  }
  if (/^0+(\.0*)?$/.test(threshold)) return null;
  const boundMs = positive("--latency-threshold", threshold, 3_600_000);
  return { percentile: percentile ?? DEFAULT_PERCENTILE, boundMs };
}

function thresholdNote(
  objective: Objective | null,
  percentile: number | null,
  goodput: string | undefined,
): string[] {
  if (!objective || percentile !== null) return [];
  return [
    `--${goodput === undefined ? "latency-threshold" : "goodput"} limits p${objective.percentile}; set another percentile with --percentile.`,
  ];
}

/** Contradictions between flags. */
function check(plan: ExperimentPlan): void {
  const result = experimentPlan.safeParse(plan);
  if (result.success) return;
  const [issue] = result.error.issues;
  const words = issue?.message.replace(/\.$/, "");
  throw new UsageError(`The flags make no valid plan: ${issue?.path.join(".")}: ${words}.`);
}
