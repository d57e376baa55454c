import fs from "node:fs";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { configFromJson, printConfig } from "../../engine/config/index.ts";
import { StatusError } from "../../base/status-error.ts";
import { type ExperimentPlan, PLAN_VERSION } from "../../main/contract/index.ts";
import { isThisMachine, LoadGenerator, trafficSpecs } from "../../main/lab/measuring.ts";
import { openTarget } from "../../main/lab/target/index.ts";
import { authorityOf, type Target } from "../../main/wire/index.ts";
import { GrpcClient, ServerHttp } from "../../main/wire/transport/index.ts";
import {
  TritonOverGrpc,
  TritonOverHttp,
  type TritonClient,
} from "../../main/servers/triton/index.ts";
import { calibrate } from "../../main/simulation/index.ts";
import {
  configWith,
  grid,
  type Point,
  type Settings,
  settingsOf,
  settingsText,
  tune,
  type TuneListener,
  type TuneResult,
  type TuningGoal,
} from "../../main/tuning/search/index.ts";
import { type Command, parseFlags, UsageError } from "./command.ts";
import { withDefaults } from "./measure-inputs.ts";
import { serverOptions, targetOf } from "./measure-server-flags.ts";
import { withFoundSizes } from "./measure-sizes.ts";
import { trafficOf, trafficOptions } from "./measure-traffic-flags.ts";
import { integer, number, optional, wrong } from "./measure-values.ts";
import { print, printError } from "./output.ts";
import { TunedServer } from "./tuned-server.ts";

const generatorEntry = new URL(
  import.meta.url.endsWith(".ts") ? "../../main/lab/generator/process.ts" : "./generator.js",
  import.meta.url,
);

export const tuneCommand: Command = {
  name: "tune",
  summary: "find the best batching, delay and instances of a model in a dozen measurements",
  help: `Usage: npm run --silent batchdeck -- tune -m MODEL [-u HOST:PORT] [flags]

Predicts every configuration with the engine's scheduler on simulated time, measures the most promising ones, and
confirms the best against the active configuration. Needs a server with model control (Triton: --model-control-mode=explicit).
Configurations are loaded as overrides; in the end the model is unloaded, and loaded again as it was.

Goal; one of
  --maximize throughput             The default. --objective limits latency; --clients lists the loads to try.
  --minimize p99 --request-rate R   The lowest p99 at R requests/s.
  --minimize instances --request-rate R --objective 'p99<=20ms'
  --objective 'p99<=20ms'           Latency objective.

What is tried
  --max-batch-size N                Up to N; 1 for no batching. Default: the larger of the model's own limit and 32.
  --max-instances N                 Default: the cores of this machine, at most 8; on another machine 4.
  --max-delay-us US                 Default: 5000, and at most a quarter of the objective.
  --clients N,N                     Default: 1,2,4,8,16,32,64.
  --trials N                        Measurements, the active configuration's among them. Default: 12.
  --seconds S                       Of each measurement. Default: 5.
  --pairs N                         Of active and best configuration, to confirm. Default: 3.

The requests
  -m MODEL, -u HOST:PORT, -i grpc|http, -b ITEMS, --shape, --input, --input-data, --numpy, --seed … as for measure. Default
                                    protocol: grpc.

Results
  --out FILE                        Writes the configuration as config.pbtxt, where it is confirmed.
  --json FILE                       Writes the trials and the result.
  --with-other-traffic              Tunes although the model serves requests of others.

Exit code 0: confirmed, or the active configuration is the best; 1: the server can't be reached or refuses; 2: wrong usage;
3: the objective is out of reach, or the improvement was not confirmed; 130: interrupted.
`,
  async run(args) {
    const flags = tuneFlags(args);
    using generator = new LoadGenerator(generatorEntry);
    using target = openTarget(flags.wire, flags.target);
    using connection = connect(flags.wire, flags.target);
    return await run(flags, target, connection.client, generator);
  },
};

const options = {
  ...trafficOptions,
  ...serverOptions,
  protocol: { type: "string", short: "i", default: "grpc" },
  maximize: { type: "string" },
  minimize: { type: "string" },
  objective: { type: "string" },
  "request-rate": { type: "string" },
  "max-batch-size": { type: "string" },
  "max-instances": { type: "string" },
  "max-delay-us": { type: "string" },
  clients: { type: "string" },
  trials: { type: "string", default: "12" },
  seconds: { type: "string", default: "5" },
  pairs: { type: "string", default: "3" },
  seed: { type: "string", default: "1" },
  out: { type: "string" },
  json: { type: "string" },
  "with-other-traffic": { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parseFlags<typeof options>>["values"];

interface TuneFlags extends ReturnType<typeof trafficOf> {
  readonly wire: "grpc" | "http";
  readonly target: Target;
  readonly goal: TuningGoal;
  /** Null: by rate. */
  readonly clients: readonly number[] | null;
  readonly maxBatchSize: number | null;
  readonly maxInstances: number | null;
  readonly maxDelayUs: number | null;
  readonly trials: number;
  readonly seconds: number;
  readonly pairs: number;
  readonly seed: number;
  readonly outFile: string | null;
  readonly jsonFile: string | null;
  readonly withOtherTraffic: boolean;
}

/** Throws a UsageError that names the flag, its value and what would be right. */
function tuneFlags(args: readonly string[]): TuneFlags {
  const { values, positionals } = parseFlags(args, options);
  const [stray] = positionals;
  if (stray !== undefined) throw new UsageError(`'${stray}' belongs to no flag; see tune --help.`);
  if (values["model-name"] === undefined) throw new UsageError("tune needs -m MODEL.");
  const wire = values.protocol;
  if (wire !== "grpc" && wire !== "http") return wrong("-i", wire, "grpc or http");
  const goal = goalFrom(values);
  const most = (name: "max-batch-size" | "max-instances" | "max-delay-us", limit: number) =>
    optional(values[name], (text) =>
      integer(`--${name}`, text, name === "max-delay-us" ? 0 : 1, limit),
    );
  return {
    ...trafficOf(values),
    wire,
    target: targetOf(values, wire),
    goal,
    clients: clientsFrom(values, goal),
    maxBatchSize: most("max-batch-size", 1024),
    maxInstances: most("max-instances", 64),
    maxDelayUs: most("max-delay-us", 1_000_000),
    trials: integer("--trials", values.trials, 2, 200),
    seconds: number("--seconds", values.seconds, 0.5, 600),
    pairs: integer("--pairs", values.pairs, 2, 20),
    seed: integer("--seed", values.seed, 0, 2 ** 31 - 1),
    outFile: values.out ?? null,
    jsonFile: values.json ?? null,
    withOtherTraffic: values["with-other-traffic"],
  };
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
  const p99Ms = optional(objective, objectiveMs);
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

function objectiveMs(text: string): number {
  const [, digits = "", unit = "ms"] =
    /^p99\s*<=?\s*([\d.]+)\s*(ms|s|us|µs)?$/i.exec(text.trim()) ?? [];
  if (digits === "") return wrong("--objective", text, "such as p99<=20ms");
  const factor = { ms: 1, s: 1000, us: 0.001, µs: 0.001 }[unit.toLowerCase()] ?? 1;
  return number("--objective", digits, Number.MIN_VALUE, 3_600_000) * factor;
}

function connect(
  wire: "grpc" | "http",
  target: Target,
): Disposable & { readonly client: TritonClient } {
  if (wire === "grpc") {
    const grpc = new GrpcClient(target);
    return { client: new TritonOverGrpc(grpc), [Symbol.dispose]: () => grpc.close() };
  }
  const http = new ServerHttp(target);
  return { client: new TritonOverHttp(http), [Symbol.dispose]: () => http[Symbol.dispose]() };
}

const WATCH_MS = 1000;
/** Figures of valid measurements differ by about this share from one to the next. */
const NOISE = 0.05;
const SIMULATED_REQUESTS = 1500;
/** On machines whose cores are not known. */
const USUAL_INSTANCES = 4;

async function run(
  flags: TuneFlags,
  target: ReturnType<typeof openTarget>,
  client: TritonClient,
  generator: LoadGenerator,
): Promise<number> {
  const { traffic, goal, clients, trials, pairs, seed } = flags;
  const { model } = traffic;
  const detail = await target.modelDetail(model);
  if (detail.config === null) {
    throw new Error(`Model '${model}' has no configuration: is it loaded?`);
  }
  const config = configFromJson(detail.config);
  const baseline = settingsOf(config);
  const address = authorityOf(flags.target);
  const plan = await planFor(flags, detail, target.asJson);
  if (!flags.withOtherTraffic) await requireQuiet(client, model);
  const isLocal = isThisMachine(address);
  const subject = {
    plan,
    traffic: trafficSpecs(plan, [detail], target.asJson),
    target: flags.target,
    server: {
      statistics: (name: string) => client.modelStatistics(name, {}),
      sameMachine: isLocal,
    },
  };
  const server = new TunedServer({
    client,
    generator,
    detail,
    baseline,
    subject,
    rate: goal.kind === "throughput" ? null : goal.rate,
  });
  const learned = await learn(server, client, { model, baseline, clients });
  const limit = goal.kind === "latency" ? null : goal.p99Ms;
  const points = grid({
    maxBatchSize:
      flags.maxBatchSize ?? (config.max_batch_size > 0 ? Math.max(32, config.max_batch_size) : 1),
    itemsPerRequest: traffic.batchSize,
    maxInstances:
      flags.maxInstances ??
      Math.max(
        baseline.instances,
        isLocal ? Math.min(8, os.availableParallelism()) : USUAL_INSTANCES,
      ),
    maxDelayUs: flags.maxDelayUs ?? Math.min(5000, limit === null ? Infinity : limit * 250),
    clients,
    baseline,
  });
  const configurations = points.length / (clients?.length ?? 1);
  print(
    `${configurations} configurations of '${model}'${clients ? ` at ${clients.join(", ")} clients` : ""}; ${trials} measurements of ${flags.seconds} s at most, then ${pairs} pairs.\n` +
      `Active: ${settingsText(baseline)}.\n\n`,
  );
  const { result, interrupted, seen } = await untilInterrupted((signal, listener) =>
    tune(
      server,
      {
        goal,
        server: { ...learned, itemsPerRequest: traffic.batchSize },
        points,
        baseline,
        trials,
        noise: NOISE,
        requests: SIMULATED_REQUESTS,
        seed,
        pairs,
      },
      listener,
      signal,
    ),
  );
  if (!result) {
    printError(`${interrupted}. The former configuration is active again.\n`);
    return 130;
  }
  print(report(result, goal, baseline));
  const { settings } = result.found.point;
  if (flags.outFile !== null && result.conclusion === "confirmed") {
    const text = printConfig(configFromJson(configWith(detail.config, settings)));
    fs.writeFileSync(flags.outFile, text);
    print(`Configuration: ${flags.outFile}\n`);
  }
  if (flags.jsonFile !== null) {
    const json = { model, goal, baseline, ...result, trials: seen };
    fs.writeFileSync(flags.jsonFile, `${JSON.stringify(json, null, 2)}\n`);
  }
  return result.conclusion === "confirmed" || result.conclusion === "baseline is best" ? 0 : 3;
}

async function planFor(
  { traffic, defaults, wire, target, seconds, seed }: TuneFlags,
  detail: Awaited<ReturnType<ReturnType<typeof openTarget>["modelDetail"]>>,
  asJson: boolean,
): Promise<ExperimentPlan> {
  const given: ExperimentPlan = {
    version: PLAN_VERSION,
    serverId: authorityOf(target),
    wire,
    traffic: [traffic],
    load: { kind: "concurrency", levels: [1], thinkMs: 0 },
    secondsPerStep: seconds,
    requestsPerStep: null,
    warmup: { kind: "auto", mostSeconds: Math.max(2, seconds) },
    objective: null,
    stopWhenCertified: false,
    goal: { kind: "sweep" },
    seed,
  };
  try {
    const filled = withDefaults(given, [defaults], [detail]);
    return (await withFoundSizes(filled, [detail], target, asJson)).plan;
  } catch (error) {
    if (error instanceof StatusError && error.code === "INVALID_ARGUMENT") {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

/** Load on a model that others use would disturb them, and they the measurements. */
async function requireQuiet(client: TritonClient, model: string): Promise<void> {
  const count = async () =>
    (await client.modelStatistics(model, {})).reduce((sum, each) => sum + each.inference_count, 0);
  const before = await count();
  await sleep(WATCH_MS);
  const others = (await count()) - before;
  if (others <= 0) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `Model '${model}' serves other requests now (${others} in ${WATCH_MS / 1000} s). Tune another replica, or add --with-other-traffic.`,
  );
}

/** What the server's statistics say of batches; after a short measurement where they are too few. */
async function learn(
  server: TunedServer,
  client: TritonClient,
  given: {
    readonly model: string;
    readonly baseline: Settings;
    readonly clients: readonly number[] | null;
  },
): Promise<{ cost: ReturnType<typeof calibrate>["cost"]; overheadNs: number }> {
  const { model, baseline, clients } = given;
  const read = async () => calibrate(await client.modelStatistics(model, {}), baseline.instances);
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== "FAILED_PRECONDITION") throw error;
  }
  const point: Point = { settings: baseline, clients: clients?.[0] ?? null };
  await server.measure(point, new AbortController().signal);
  return await read();
}

const SIGNALS = { SIGINT: "Interrupted from the keyboard", SIGTERM: "Ended by SIGTERM" };

interface SeenTrial extends Point {
  readonly throughput: number | null;
  readonly p99Ms: number | null;
  readonly problem: string | null;
}

async function untilInterrupted(
  work: (signal: AbortSignal, listener: TuneListener) => Promise<TuneResult>,
): Promise<{ result: TuneResult | null; interrupted: string; seen: SeenTrial[] }> {
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => stop.abort(SIGNALS[signal as keyof typeof SIGNALS]);
  for (const signal of Object.keys(SIGNALS)) process.on(signal, onSignal);
  const seen: SeenTrial[] = [];
  const listener: TuneListener = {
    began: ({ point, predicted, reason }, number) =>
      print(`${number}. ${pointText(point)}\n   ${reason} Predicted: ${outcomeText(predicted)}.\n`),
    measured: (point, { outcome, invalidReason }) => {
      print(`   Measured: ${outcomeText(outcome)}.\n`);
      if (invalidReason !== null) print(`   Invalid: ${invalidReason}\n`);
      seen.push({ ...point, ...outcome, problem: invalidReason });
    },
    failed: (point, problem) => {
      print(`   Failed, and left out with larger ones: ${problem}\n`);
      seen.push({ ...point, throughput: null, p99Ms: null, problem });
    },
    confirming: (pair, pairs) => print(`Confirming, pair ${pair} of ${pairs}.\n`),
  };
  try {
    return { result: await work(stop.signal, listener), interrupted: "", seen };
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return { result: null, interrupted: String(stop.signal.reason), seen };
  } finally {
    for (const signal of Object.keys(SIGNALS)) process.off(signal, onSignal);
  }
}

function pointText({ settings, clients }: Point): string {
  if (clients === null) return settingsText(settings);
  return `${settingsText(settings)}, at ${clients === 1 ? "1 client" : `${clients} clients`}`;
}

const outcomeText = ({ throughput, p99Ms }: { throughput: number; p99Ms: number }) =>
  `${throughput.toFixed(0)} requests/s, p99 ${Number.isFinite(p99Ms) ? p99Ms.toPrecision(3) : "–"} ms`;

function report(result: TuneResult, goal: TuningGoal, baseline: Settings): string {
  const { found, confirmation, conclusion, endReason, trials } = result;
  const lines = ["", `${endReason} ${trials} measured.`];
  const best = pointText(found.point);
  switch (conclusion) {
    case "confirmed":
      lines.push(`Best: ${best}.`);
      break;
    case "unconfirmed":
      lines.push(
        `Best in the search: ${best}. The pairs don't confirm that it is better; keep the active configuration.`,
      );
      if (confirmation?.invalidReason) lines.push(`Invalid: ${confirmation.invalidReason}`);
      break;
    case "baseline is best":
      lines.push(`The active configuration is the best: ${settingsText(baseline)}.`);
      break;
    case "out of reach":
      lines.push(
        `The objective is out of reach. Closest: ${best}, ${outcomeText(found.expected)}.`,
      );
      break;
  }
  if (confirmation) {
    const { ratio } = confirmation;
    const name = goal.kind === "throughput" ? "Throughput" : "p99";
    lines.push(`Active: ${outcomeText(confirmation.baseline)}.`);
    lines.push(`Best:   ${outcomeText(confirmation.winner)}.`);
    if (ratio) {
      const interval = `${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}×`;
      lines.push(
        `${name} ${ratio.value.toFixed(2)}× (${interval}, 95 %): ${confirmation.verdict}.`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}
