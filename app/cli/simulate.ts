import os from "node:os";
import { configFromJson } from "../../engine/config/index.ts";
import { isThisMachine } from "../../main/lab/measuring.ts";
import { openTarget } from "../../main/lab/target/index.ts";
import {
  calibrate,
  learnFactors,
  simulate,
  type SimulatedModel,
  type SimulatedTraffic,
  type SimulationResult,
  type SizeFactors,
} from "../../main/simulation/index.ts";
import { type Command, parseFlags, UsageError } from "./command.ts";
import { serverOptions } from "./measure/flag-table.ts";
import { targetFromFlags } from "./measure/server-flags.ts";
import { print } from "./output.ts";
import { watchBatches } from "./watch-batches.ts";
import { formatAuthority } from "../../main/wire/index.ts";
import { integer, number, readChoice, optional, wrong } from "./measure/flag-values.ts";
import { readArrivals, readIntervals } from "./measure/load-flags.ts";
import { readText } from "./measure/parse-flags.ts";

export const simulateCommand: Command = {
  name: "simulate",
  summary: "predicts throughput and latency of a model with another configuration",
  help: `Usage: npm run --silent batchdeck -- simulate -m MODEL [-u HOST:PORT] (--request-rate R | --concurrency N | --request-intervals FILE) [flags]

Runs the engine's scheduler on simulated time, with times of batches from the server's statistics, and from the batches that
Batchdeck's engine runs meanwhile (up to 2 s, over gRPC). Sends no load. Instances of Python models share the cores of this
machine, if the server runs here.

  -m MODEL                          A model that has served requests.
  -u HOST:PORT                      The server. Default: 127.0.0.1:8001, with -i http 127.0.0.1:8000.
  -i grpc|http                      Protocol. Default: grpc.
  --request-rate R                  Requests per second.
  --request-distribution D          constant, poisson or gamma:BURSTINESS (1 is Poisson; less is burstier). Default: poisson.
  --request-intervals FILE          Recorded gaps in µs, one in a line, over and over; or the gaps: 100,250.
  --concurrency N                   N clients; each waits for a response before sending the next.
  -b ITEMS                          Items of each request along the batch dimension. Default: 1.
  --duration SECONDS                Simulated time. Default: 60.
  --seed N                          Default: 1.

Changes to the active configuration; without any, only that one is simulated:
  --max-batch-size N
  --preferred-batch-size N,N
  --max-queue-delay-us US
  --instances N
  --max-queue-size N
  --queue-timeout-us US
  --cache-hit-rate SHARE            From 0 to 1.

  --front-end-us US                 What the server's front end takes for each request, one request at a time. Default: 0.
  --front-end-turn-us US            What each turn of its event loop takes besides, in which it handles all that waits. Default: 0.
  --instance-slowdown SHARE         How much longer a batch takes for each further busy instance: 0 (side by side) to
                                    1 (they share one core). Default: 0.
  --json                            Prints the result as JSON.
  --help

Exit code 0: simulated; 1: the server can't be reached, or has no statistics to learn from; 2: wrong usage.
`,
  async run(args) {
    const { values } = parseFlags(args, options);
    if (values["model-name"] === undefined) throw new UsageError("simulate needs -m MODEL.");
    const wire = values.protocol === "http" || values.protocol === "grpc" ? values.protocol : null;
    if (wire === null) return wrong("-i", values.protocol, "grpc or http");
    const traffic = readTraffic(values);
    const changes = readChanges(values);
    const model = values["model-name"];
    const address = targetFromFlags(values, wire);
    using target = openTarget(wire, address);
    const { config, instances } = await target.modelDetail(model);
    if (config === null) throw new Error(`Model '${model}' has no configuration: is it loaded?`);
    const { max_batch_size, dynamic_batching, sequence_batching, instance_group, backend } =
      configFromJson(config);
    if (sequence_batching) {
      throw new Error(`Model '${model}' batches sequences, which are not simulated.`);
    }
    const configured = instance_group.reduce((sum, { count }) => sum + count, 0);
    const active: SimulatedModel = {
      maxBatchSize: max_batch_size,
      batching: dynamic_batching,
      instances: Math.max(1, instances.length || configured),
    };
    const changed = applyChanges(active, changes);
    const items = itemsPerRequest(values, [active, changed]);
    const slowdown = number("--instance-slowdown", values["instance-slowdown"], 0, 1);
    const factors = learnFactors(await watchBatches(target, model));
    const cores = isThisMachine(formatAuthority(address)) ? os.availableParallelism() : null;
    const learned = calibrate(
      await target.statistics(model),
      Math.max(active.instances, changed.instances),
      { samples: [], variation: variationOf(factors) },
      backend === "python" ? { cores } : null,
    );
    const serialNs = number("--front-end-us", values["front-end-us"], 0, 1e6) * 1000;
    const turnNs = number("--front-end-turn-us", values["front-end-turn-us"], 0, 1e6) * 1000;
    const hitRate = number("--cache-hit-rate", values["cache-hit-rate"], 0, 1);
    const run = (simulated: SimulatedModel, share: number) =>
      simulate({
        model: simulated,
        cost: { ...learned.cost, slowdown, factors },
        traffic,
        seconds: number("--duration", values.duration, 1, 36_000),
        warmupSeconds: 1,
        itemsPerRequest: items,
        overheadNs: learned.overheadNs,
        serialNs,
        turnNs,
        cache: { hitRate: share, hitNs: 0 },
        seed: integer("--seed", values.seed, 0, 2 ** 31 - 1),
      });
    const hasChanges = Object.values(changes).some((each) => each !== null) || hitRate > 0;
    const before = run(active, 0);
    const after = hasChanges ? run(changed, hitRate) : null;
    if (values.json) {
      const shown = (result: SimulationResult) => ({
        ...result,
        batches: Object.fromEntries(result.batches),
        batchMs: Object.fromEntries(result.batchMs),
      });
      const { cost, executions, assumed } = learned;
      printLine(
        JSON.stringify({
          calibration: { cost, executions, assumed },
          active: shown(before),
          changed: after && shown(after),
        }),
      );
      return 0;
    }
    const sizes = learned.cost.times.map(({ size, ns }) => `${size}: ${ms(ns / 1e6)}`).join(", ");
    printLine(`Time of a batch by size, from ${learned.executions} executions: ${sizes}`);
    if (learned.assumed.length > 0) printLine(`Assumed: ${learned.assumed.join("; ")}.`);
    const largest = Math.max(...before.batches.keys(), ...(after?.batches.keys() ?? []));
    if (largest > learned.largestSize) {
      printLine(
        `Extrapolated: batches of up to ${largest}; none above ${learned.largestSize} was measured.`,
      );
    }
    printLine("");
    for (const [name, show] of rows) {
      printLine(
        `${name.padEnd(22)}${show(before).padStart(18)}${after ? show(after).padStart(18) : ""}`.trimEnd(),
      );
    }
    return 0;
  },
};

const options = {
  ...serverOptions,
  "model-name": { type: "string", short: "m" },
  protocol: { type: "string", short: "i", default: "grpc" },
  "request-rate": { type: "string" },
  "request-distribution": { type: "string", default: "poisson" },
  concurrency: { type: "string" },
  b: { type: "string", short: "b", default: "1" },
  duration: { type: "string", default: "60" },
  seed: { type: "string", default: "1" },
  "max-batch-size": { type: "string" },
  "preferred-batch-size": { type: "string" },
  "max-queue-delay-us": { type: "string" },
  instances: { type: "string" },
  "max-queue-size": { type: "string" },
  "queue-timeout-us": { type: "string" },
  "request-intervals": { type: "string" },
  "cache-hit-rate": { type: "string", default: "0" },
  "front-end-us": { type: "string", default: "0" },
  "front-end-turn-us": { type: "string", default: "0" },
  "instance-slowdown": { type: "string", default: "0" },
  json: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parseFlags<typeof options>>["values"];

function readTraffic(values: Values): SimulatedTraffic {
  if (readChoice(values, ["request-rate", "concurrency", "request-intervals"]) === null) {
    throw new UsageError("simulate needs --request-rate, --concurrency or --request-intervals.");
  }
  const gaps = values["request-intervals"];
  if (gaps !== undefined) {
    const micros = readIntervals(gaps, readText);
    return { kind: "intervals", micros };
  }
  if (values.concurrency !== undefined) {
    const clients = integer("--concurrency", values.concurrency, 1, 100_000);
    return { kind: "clients", clients, thinkMs: 0 };
  }
  const rate = number("--request-rate", values["request-rate"] ?? "", 0.001, 1_000_000);
  return { kind: "rate", rate, arrivals: readArrivals(values) };
}

/** A request has at most as many items as each simulated configuration accepts. */
function itemsPerRequest(values: Values, models: readonly SimulatedModel[]): number {
  const items = integer("-b", values.b, 1, 1_000_000);
  const limit = Math.min(...models.map(({ maxBatchSize }) => Math.max(1, maxBatchSize)));
  return items <= limit ? items : wrong("-b", values.b, `at most max_batch_size ${limit}`);
}

interface Changes {
  readonly maxBatchSize: number | null;
  readonly preferred: readonly number[] | null;
  readonly delayUs: number | null;
  readonly instances: number | null;
  readonly queueSize: number | null;
  readonly timeoutUs: number | null;
}

type NumberFlag =
  | "max-batch-size"
  | "max-queue-delay-us"
  | "instances"
  | "max-queue-size"
  | "queue-timeout-us";

function readChanges(values: Values): Changes {
  const whole = (name: NumberFlag, least: number) =>
    optional(values[name], (text) => integer(`--${name}`, text, least, 2 ** 31 - 1));
  return {
    maxBatchSize: whole("max-batch-size", 0),
    preferred: optional(values["preferred-batch-size"], (text) =>
      text.split(",").map((each) => integer("--preferred-batch-size", each, 1, 2 ** 31 - 1)),
    ),
    delayUs: whole("max-queue-delay-us", 0),
    instances: whole("instances", 1),
    queueSize: whole("max-queue-size", 0),
    timeoutUs: whole("queue-timeout-us", 0),
  };
}

/** Any change to the queue enables dynamic batching. */
function applyChanges(active: SimulatedModel, changes: Changes): SimulatedModel {
  const { maxBatchSize, preferred, delayUs, instances, queueSize, timeoutUs } = changes;
  const maximum = maxBatchSize ?? active.maxBatchSize;
  const tooLarge = preferred?.find((size) => size > maximum);
  if (tooLarge !== undefined) {
    wrong("--preferred-batch-size", String(tooLarge), `at most max_batch_size ${maximum}`);
  }
  const asked = [preferred, delayUs, queueSize, timeoutUs].some((each) => each !== null);
  const from =
    active.batching ??
    (asked ? configFromJson({ dynamic_batching: {} }).dynamic_batching : undefined);
  const policy = from?.default_queue_policy;
  return {
    maxBatchSize: maximum,
    instances: instances ?? active.instances,
    batching: from && {
      ...from,
      preferred_batch_size: [
        ...(preferred ?? from.preferred_batch_size.filter((size) => size <= maximum)),
      ],
      max_queue_delay_microseconds: delayUs ?? from.max_queue_delay_microseconds,
      default_queue_policy: {
        timeout_action: policy?.timeout_action ?? "REJECT",
        default_timeout_microseconds: timeoutUs ?? policy?.default_timeout_microseconds ?? 0,
        allow_timeout_override: policy?.allow_timeout_override ?? false,
        max_queue_size: queueSize ?? policy?.max_queue_size ?? 0,
      },
    },
  };
}

/** Standard deviation of single batches as a share; null without any. */
function variationOf(all: readonly SizeFactors[]): number | null {
  const squares = all.flatMap(({ factors }) => factors.map((factor) => (factor - 1) ** 2));
  if (squares.length === 0) return null;
  return Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length);
}

const printLine = (line: string) => print(`${line}\n`);
const ms = (value: number) => `${value.toPrecision(3)} ms`;
const share = (value: number) => `${(value * 100).toFixed(1)} %`;
const latency = (name: "p50" | "p90" | "p95" | "p99") => (result: SimulationResult) =>
  result.latency ? ms(result.latency[name]) : "No data";

const rows: readonly (readonly [string, (result: SimulationResult) => string])[] = [
  ["Throughput", ({ throughput }) => `${throughput.toFixed(1)}/s`],
  ["p50", latency("p50")],
  ["p90", latency("p90")],
  ["p99", latency("p99")],
  ["Mean time in queue", ({ queueMs }) => (queueMs === null ? "No data" : ms(queueMs))],
  ["Mean queue depth", ({ queueDepth }) => queueDepth.toFixed(2)],
  [
    "Mean batch size",
    ({ batches }) => {
      const [items, count] = [...batches].reduce(
        ([i, n], [size, each]) => [i + size * each, n + each],
        [0, 0],
      );
      return count > 0 ? (items / count).toFixed(2) : "No data";
    },
  ],
  ["Rejected", ({ rejected }) => share(rejected)],
  ["Timed out in queue", ({ timedOut }) => share(timedOut)],
  ["Instances busy", ({ busy }) => share(busy)],
];
