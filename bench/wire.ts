/**
 * Cost that the engine adds to the protocol: `mlp` over gRPC and HTTP compared with a bare echo service with the same
 * messages on the same stack, our HTTP/2 with node:http2 and grpc-js, and HTTP with gRPC, in one run, in turn. "grpc mlp,
 * own" has a connection for each request at a time, as HTTP/1.1 does.
 *
 *     node bench/wire.ts [--only=grpc | "--only=grpc mlp,http mlp"] [--seconds=1.5] [--rounds=7] [--concurrency=64]
 */
import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import nodeFlags from "../engine/node-flags.json" with { type: "json" };
import { forkProcess } from "../engine/testing/forked-process.ts";
import { medianAndSpread } from "./statistics/quantiles.ts";
import { cpuSeconds } from "./wire/cpu-seconds.ts";
import { type Load, runLoad } from "./wire/load.ts";
import { MLP_INPUT_BYTES } from "./wire/messages.ts";
import { mlpRepository } from "./wire/mlp-repository.ts";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "1.5" },
    rounds: { type: "string", default: "7" },
    concurrency: { type: "string", default: "64" },
    model: { type: "string", default: "mlp" },
    "input-bytes": { type: "string", default: String(MLP_INPUT_BYTES) },
  },
});
/** Beginnings of names or wires. */
const ONLY = flags.only.split(",");
const ROUNDS = Number(flags.rounds);
const SECONDS = Number(flags.seconds);
const CONCURRENCY = Number(flags.concurrency);
const INPUT_BYTES = Number(flags["input-bytes"]);
const IS_MLP = flags.model === "mlp";

type Wire = Load["wire"];

/** Its addresses, HOST:PORT, and its process. */
type Service = Readonly<Record<Wire, string>> & { readonly child: ChildProcess };

interface Contender {
  readonly name: string;
  readonly service: "engine" | "echo";
  readonly wire: Wire;
  readonly model: string;
  readonly ownConnections?: boolean;
}

const CONTENDERS = [
  { name: "grpc echo", service: "echo", wire: "grpc", model: "mlp" },
  { name: "grpc mlp", service: "engine", wire: "grpc", model: "mlp" },
  { name: "grpc mlp, own", service: "engine", wire: "grpc", model: "mlp", ownConnections: true },
  { name: "grpc mlp on its thread", service: "engine", wire: "grpc", model: "mlp_on_thread" },
  { name: "grpc cache hit", service: "engine", wire: "grpc", model: "mlp_cached" },
  { name: "node:http2 echo", service: "echo", wire: "grpc-node", model: "mlp" },
  { name: "node:http2 mlp", service: "engine", wire: "grpc-node", model: "mlp" },
  { name: "grpc-js mlp", service: "engine", wire: "grpc-js", model: "mlp" },
  { name: "grpc-js echo", service: "echo", wire: "grpc-js", model: "mlp" },
  { name: "http echo", service: "echo", wire: "http", model: "mlp" },
  { name: "socket echo", service: "echo", wire: "socket", model: "mlp" },
  { name: "http mlp", service: "engine", wire: "http", model: "mlp" },
  { name: "http cache hit", service: "engine", wire: "http", model: "mlp_cached" },
] as const satisfies readonly Contender[];

type Name = (typeof CONTENDERS)[number]["name"];

/** Pairs whose ratio is computed within a round. */
const RATIOS: readonly (readonly [Name, Name])[] = [
  ["grpc echo", "node:http2 echo"],
  ["grpc mlp", "node:http2 mlp"],
  ["grpc mlp", "grpc mlp on its thread"],
  ["grpc mlp", "grpc-js mlp"],
  ["grpc mlp", "grpc echo"],
  ["grpc cache hit", "grpc echo"],
  ["grpc echo", "grpc-js echo"],
  ["http mlp", "grpc mlp"],
  ["http mlp", "grpc mlp, own"],
  ["http mlp", "http echo"],
  ["http mlp", "socket echo"],
  ["http cache hit", "http echo"],
];

interface Reading {
  /** Responses per second. */
  readonly rate: number;
  /** CPU time of the serving process per response, µs; NaN if the system doesn't report it. */
  readonly cpuMicros: number;
}

async function service(module: string, args: readonly string[]): Promise<Service> {
  const url = new URL(module, import.meta.url);
  const { child, message } = await forkProcess<Record<Wire, string>>(url, args, {
    execArgv: nodeFlags,
  });
  return { ...message, child };
}

async function measure(
  target: Service,
  { wire, model, name, ownConnections = false }: Contender,
): Promise<Reading> {
  const address = target[wire];
  const before = cpuSeconds(target.child.pid);
  const load = await runLoad({
    wire,
    address,
    model,
    concurrency: CONCURRENCY,
    seconds: SECONDS,
    inputBytes: INPUT_BYTES,
    ownConnections,
  });
  if (load.failures > 0) throw new Error(`${load.failures} requests failed: ${name}`);
  const cpu = cpuSeconds(target.child.pid) - before;
  return { rate: load.rate, cpuMicros: (cpu / load.answers) * 1e6 };
}

async function compare(services: Record<Contender["service"], Service>): Promise<void> {
  const wanted = CONTENDERS.filter(({ name, wire, service, model }) => {
    const takesSize = service === "echo" || model === "mlp";
    const isNamed = ONLY.some((start) => wire.startsWith(start) || name.startsWith(start));
    return isNamed && (IS_MLP || takesSize);
  });
  const contenders = wanted.map((contender) => ({
    ...contender,
    model: IS_MLP ? contender.model : flags.model,
  }));
  const readings = new Map<string, Reading[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    // The order alternates, so that a drifting machine favours neither.
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const reading = await measure(services[contender.service], contender);
      readings.get(contender.name)?.push(reading);
    }
  }
  if (!IS_MLP) console.log(`"mlp" stands for ${flags.model}, requests have ${INPUT_BYTES} bytes`);
  console.log(`${CONCURRENCY} concurrent, median [range] of ${ROUNDS} rounds`);
  for (const [name, of] of readings) {
    const rates = medianAndSpread(
      of.map(({ rate }) => rate),
      0,
    );
    const cpu = medianAndSpread(
      of.map(({ cpuMicros }) => cpuMicros),
      0,
    );
    console.log(`  ${name.padEnd(16)} ${rates} answers/s, ${cpu} CPU µs/answer`);
  }
  for (const [name, other] of RATIOS) {
    const [over, under] = [readings.get(name), readings.get(other)];
    if (over === undefined || under === undefined) continue;
    const ratios = over.map(({ rate }, round) => rate / (under[round]?.rate ?? Number.NaN));
    const cpu = over.map(
      ({ cpuMicros }, round) => cpuMicros / (under[round]?.cpuMicros ?? Number.NaN),
    );
    console.log(
      `  ${`${name} / ${other}`.padEnd(34)} ${medianAndSpread(ratios, 2)} answers/s, ${medianAndSpread(cpu, 2)} CPU`,
    );
  }
}

const repository = mlpRepository();
const services: Service[] = [];
try {
  const engine = await service("./wire/engine-process.ts", [repository]);
  services.push(engine);
  const echo = await service("./wire/echo-process.ts", []);
  services.push(echo);
  await compare({ engine, echo });
} finally {
  for (const { child } of services) if (child.connected) child.disconnect();
  rmSync(repository, { recursive: true, force: true });
}
