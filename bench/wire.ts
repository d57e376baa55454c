/**
 * Cost that the engine adds to the protocol: `mlp` over gRPC and HTTP compared with a bare echo service with the same
 * messages on the same stack, and our HTTP/2 with node:http2 and grpc-js, in one run, in turn.
 *
 *     node bench/wire.ts [--only=grpc | "--only=grpc mlp"] [--seconds=1.5] [--rounds=7] [--concurrency=64]
 *     node bench/wire.ts --input-bytes=1048576    requests of another size, only to the echo services
 */
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import nodeFlags from "../engine/node-flags.json" with { type: "json" };
import { forkProcess } from "../engine/testing/forked-process.ts";
import { onnxModel } from "../engine/testing/onnx-model.ts";
import { medianAndSpread } from "./statistics/quantiles.ts";
import { type Load, runLoad } from "./wire/load.ts";
import { MLP_INPUT_BYTES } from "./wire/messages.ts";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "1.5" },
    rounds: { type: "string", default: "7" },
    concurrency: { type: "string", default: "64" },
    "input-bytes": { type: "string", default: String(MLP_INPUT_BYTES) },
  },
});
const ROUNDS = Number(flags.rounds);
const SECONDS = Number(flags.seconds);
const CONCURRENCY = Number(flags.concurrency);
const INPUT_BYTES = Number(flags["input-bytes"]);

type Wire = Load["wire"];

/** Its addresses, HOST:PORT, and its process. */
type Service = Readonly<Record<Wire, string>> & { readonly child: ChildProcess };

interface Contender {
  readonly name: string;
  readonly service: "engine" | "echo";
  readonly wire: Wire;
  readonly model: string;
}

const CONTENDERS = [
  { name: "grpc echo", service: "echo", wire: "grpc", model: "mlp" },
  { name: "grpc mlp", service: "engine", wire: "grpc", model: "mlp" },
  { name: "grpc mlp on its thread", service: "engine", wire: "grpc", model: "mlp_on_thread" },
  { name: "grpc cache hit", service: "engine", wire: "grpc", model: "mlp_cached" },
  { name: "node:http2 echo", service: "echo", wire: "grpc-node", model: "mlp" },
  { name: "node:http2 mlp", service: "engine", wire: "grpc-node", model: "mlp" },
  { name: "grpc-js mlp", service: "engine", wire: "grpc-js", model: "mlp" },
  { name: "grpc-js echo", service: "echo", wire: "grpc-js", model: "mlp" },
  { name: "http echo", service: "echo", wire: "http", model: "mlp" },
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
  ["http mlp", "http echo"],
  ["http cache hit", "http echo"],
];

interface Reading {
  /** Responses per second. */
  readonly rate: number;
  /** CPU time of the serving process per response, µs; NaN if the system doesn't report it. */
  readonly cpuMicros: number;
}

function mlpRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-wire-"));
  const weights = (rows: number, columns: number, name: string) => ({
    name,
    shape: [rows, columns],
    values: new Float32Array(rows * columns).map((_, i) => Math.sin(i) / 16),
  });
  const model = onnxModel({
    inputs: [{ name: "x", type: "FP32", shape: ["batch", 128] }],
    outputs: [{ name: "y", type: "FP32", shape: ["batch", 10] }],
    nodes: [
      { op: "MatMul", inputs: ["x", "w1"], outputs: ["h1"] },
      { op: "Relu", inputs: ["h1"], outputs: ["h2"] },
      { op: "MatMul", inputs: ["h2", "w2"], outputs: ["y"] },
    ],
    initializers: [weights(128, 256, "w1"), weights(256, 10, "w2")],
  });
  // A second thread would only spin on the core that the load needs, since the model is too small for it.
  const config = `backend: "onnxruntime"
max_batch_size: 64
instance_group [ { kind: KIND_CPU count: 1 } ]
dynamic_batching { }
parameters { key: "intra_op_thread_count" value { string_value: "1" } }
`;
  const add = (name: string, text: string) => {
    mkdirSync(join(folder, name, "1"), { recursive: true });
    writeFileSync(join(folder, name, "1/model.onnx"), model);
    writeFileSync(join(folder, name, "config.pbtxt"), text);
  };
  add("mlp", config);
  add(
    "mlp_on_thread",
    `${config}parameters { key: "run_on_serving_thread" value { string_value: "0" } }\n`,
  );
  add("mlp_cached", `${config}response_cache { enable: true }\n`);
  return folder;
}

async function service(module: string, args: readonly string[]): Promise<Service> {
  const url = new URL(module, import.meta.url);
  const { child, message } = await forkProcess<Record<Wire, string>>(url, args, {
    execArgv: nodeFlags,
  });
  return { ...message, child };
}

/** CPU time of the process in seconds; Linux counts in hundredths. */
function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

async function measure(target: Service, { wire, model, name }: Contender): Promise<Reading> {
  const address = target[wire];
  const before = cpuSeconds(target.child.pid);
  const load = await runLoad({
    wire,
    address,
    model,
    concurrency: CONCURRENCY,
    seconds: SECONDS,
    inputBytes: INPUT_BYTES,
  });
  if (load.failures > 0) throw new Error(`${load.failures} requests failed: ${name}`);
  const cpu = cpuSeconds(target.child.pid) - before;
  return { rate: load.rate, cpuMicros: (cpu / load.answers) * 1e6 };
}

async function compare(services: Record<Contender["service"], Service>): Promise<void> {
  const contenders = CONTENDERS.filter(
    ({ name, wire, service }) =>
      (wire.startsWith(flags.only) || name.startsWith(flags.only)) &&
      (INPUT_BYTES === MLP_INPUT_BYTES || service === "echo"),
  );
  const readings = new Map<string, Reading[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    // The order alternates, so that a drifting machine favours neither.
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const reading = await measure(services[contender.service], contender);
      readings.get(contender.name)?.push(reading);
    }
  }
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
