import { usualWarmup } from "../../main/contract/index.ts";
import type { Target } from "../../main/wire/index.ts";
import type { TuningGoal } from "../../main/tuning/search/index.ts";
import { parseFlags, UsageError } from "./command.ts";
import { serverOptions, trafficOptions } from "./measure/flag-table.ts";
import { targetFromFlags } from "./measure/server-flags.ts";
import { toTraffic } from "./measure/input-flags.ts";
import { integer, number, optional, wrong } from "./measure/flag-values.ts";
import {
  type ConstraintFlags,
  constraintOptions,
  constraintsFrom,
  objectiveMs,
} from "./tune-constraint-flags.ts";

const options = {
  ...trafficOptions,
  ...serverOptions,
  ...constraintOptions,
  protocol: { type: "string", short: "i", default: "grpc" },
  maximize: { type: "string" },
  minimize: { type: "string" },
  objective: { type: "string" },
  "request-rate": { type: "string" },
  "max-batch-size": { type: "string" },
  "max-instances": { type: "string" },
  "max-delay-us": { type: "string" },
  keep: { type: "string" },
  "queue-limits": { type: "boolean", default: false },
  clients: { type: "string" },
  trials: { type: "string", default: "12" },
  seconds: { type: "string", default: "5" },
  "warmup-auto": { type: "string" },
  pairs: { type: "string", default: "3" },
  seed: { type: "string", default: "1" },
  out: { type: "string" },
  json: { type: "string" },
  html: { type: "string" },
  resume: { type: "string" },
  "with-other-traffic": { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parseFlags<typeof options>>["values"];

const KNOBS = ["preferred-sizes", "threads", "cache"] as const;
type Knob = (typeof KNOBS)[number];

export interface TuneFlags extends ReturnType<typeof toTraffic> {
  readonly wire: "grpc" | "http";
  readonly target: Target;
  readonly goal: TuningGoal;
  /** Numbers of clients to try; null: the goal has a rate. */
  readonly clients: readonly number[] | null;
  /** Null here and below: default. */
  readonly maxBatchSize: number | null;
  readonly maxInstances: number | null;
  readonly maxDelayUs: number | null;
  /** Keep their configured values. */
  readonly keep: ReadonlySet<Knob>;
  readonly queueLimits: boolean;
  readonly constraints: ConstraintFlags;
  readonly trials: number;
  readonly seconds: number;
  /** Max warm-up before each measurement, s. */
  readonly warmupSeconds: number;
  readonly pairs: number;
  readonly seed: number;
  readonly outFile: string | null;
  readonly jsonFile: string | null;
  readonly htmlFile: string | null;
  /** Stores the trials, so that an interrupted search can be continued. */
  readonly resumeFile: string | null;
  readonly withOtherTraffic: boolean;
}

/** Throws a UsageError with the flag, its value and what would be right. */
export function parseTuneFlags(args: readonly string[]): TuneFlags {
  const { values, positionals } = parseFlags(args, options);
  const [stray] = positionals;
  if (stray !== undefined) throw new UsageError(`Unexpected argument '${stray}'; see tune --help.`);
  if (values["model-name"] === undefined) throw new UsageError("tune needs -m MODEL.");
  const wire = values.protocol;
  if (wire !== "grpc" && wire !== "http") return wrong("-i", wire, "grpc or http");
  const goal = goalFrom(values);
  const most = (name: "max-batch-size" | "max-instances" | "max-delay-us", limit: number) =>
    optional(values[name], (text) =>
      integer(`--${name}`, text, name === "max-delay-us" ? 0 : 1, limit),
    );
  const seconds = number("--seconds", values.seconds, 0.5, 600);
  return {
    ...toTraffic(values),
    wire,
    target: targetFromFlags(values, wire),
    goal,
    clients: clientsFrom(values, goal),
    maxBatchSize: most("max-batch-size", 1024),
    maxInstances: most("max-instances", 64),
    maxDelayUs: most("max-delay-us", 1_000_000),
    constraints: constraintsFrom(values),
    queueLimits: queueLimitsFrom(values, goal),
    keep: new Set(values.keep?.split(",").map(knob)),
    trials: integer("--trials", values.trials, 2, 200),
    seconds,
    warmupSeconds:
      optional(values["warmup-auto"], (text) => number("--warmup-auto", text, 0.1, 600)) ??
      usualWarmup(seconds),
    pairs: integer("--pairs", values.pairs, 2, 20),
    seed: integer("--seed", values.seed, 0, 2 ** 31 - 1),
    outFile: values.out ?? null,
    jsonFile: values.json ?? null,
    htmlFile: values.html ?? null,
    resumeFile: values.resume ?? null,
    withOtherTraffic: values["with-other-traffic"],
  };
}

function knob(text: string): Knob {
  const known = KNOBS.find((each) => each === text.trim());
  return known ?? wrong("--keep", text, "preferred-sizes, threads or cache");
}

function queueLimitsFrom({ "queue-limits": wanted }: Values, { kind }: TuningGoal): boolean {
  if (wanted && kind === "throughput") {
    throw new UsageError(
      "--queue-limits goes with --minimize: clients that are rejected only ask again.",
    );
  }
  return wanted;
}

const DEFAULT_CLIENTS = [1, 2, 4, 8, 16, 32, 64];

function clientsFrom({ clients }: Values, goal: TuningGoal): readonly number[] | null {
  if (goal.kind !== "throughput") {
    if (clients === undefined) return null;
    throw new UsageError(
      "--clients goes with --maximize throughput; --request-rate is the load here.",
    );
  }
  if (clients === undefined) return DEFAULT_CLIENTS;
  const counts = clients.split(",").map((text) => integer("--clients", text, 1, 10_000));
  return [...new Set(counts)].toSorted((a, b) => a - b);
}

function goalFrom(values: Values): TuningGoal {
  const { maximize, minimize, objective } = values;
  if (maximize !== undefined && minimize !== undefined) {
    throw new UsageError("--maximize and --minimize exclude each other; give one of them.");
  }
  const p99Ms = optional(objective, (text) => objectiveMs("--objective", text));
  const rate = optional(values["request-rate"], (text) =>
    number("--request-rate", text, 0.1, 1_000_000),
  );
  if (minimize === undefined) {
    if (maximize !== undefined && maximize !== "throughput") {
      return wrong("--maximize", maximize, "throughput");
    }
    if (rate !== null) {
      throw new UsageError("--request-rate goes with --minimize p99 or --minimize instances.");
    }
    return { kind: "throughput", p99Ms };
  }
  if (rate === null) throw new UsageError(`--minimize ${minimize} needs --request-rate.`);
  if (minimize === "p99") {
    if (p99Ms !== null) throw new UsageError("--minimize p99 has no --objective; leave it out.");
    return { kind: "latency", rate };
  }
  if (minimize !== "instances") return wrong("--minimize", minimize, "p99 or instances");
  if (p99Ms === null) throw new UsageError("--minimize instances needs --objective 'p99<=20ms'.");
  return { kind: "instances", rate, p99Ms };
}
