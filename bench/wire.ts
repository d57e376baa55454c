// What the engine adds to the wire: `mlp` over gRPC and HTTP against a bare echo service with the same messages on
// the same stack, in one run, taking turns.
import { type ChildProcess, execFile, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { onnxModel } from "../engine/testing/onnx-model.ts";

const ROUNDS = 7;
const SECONDS = 1.5;
const CONCURRENCY = 64;
const WIRES = ["grpc", "http"] as const;

interface Service {
  readonly grpc: string;
  readonly http: string;
  readonly child: ChildProcess;
}

interface Reading {
  /** Answers per second. */
  readonly rate: number;
  /** Processor time of the serving process for each answer, µs; NaN where the system does not tell. */
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
  mkdirSync(join(folder, "mlp/1"), { recursive: true });
  writeFileSync(join(folder, "mlp/1/model.onnx"), model);
  writeFileSync(
    join(folder, "mlp/config.pbtxt"),
    'backend: "onnxruntime"\nmax_batch_size: 64\ninstance_group [ { kind: KIND_CPU count: 1 } ]\ndynamic_batching { }\n',
  );
  return folder;
}

function service(module: string, args: readonly string[]): Promise<Service> {
  const child = fork(new URL(module, import.meta.url), args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", (message: Omit<Service, "child">) => resolve({ ...message, child }));
    child.once("exit", (code) => reject(new Error(`${module} ended with exit code ${code}`)));
  });
}

/** Seconds of processor time the process has used; Linux counts in hundredths. */
function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

async function measure(target: Service, wire: "grpc" | "http"): Promise<Reading> {
  const entry = fileURLToPath(new URL("./wire/load-process.ts", import.meta.url));
  const args = [entry, wire, target[wire], String(CONCURRENCY), String(SECONDS)];
  const before = cpuSeconds(target.child.pid);
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const load = JSON.parse(stdout) as { rate: number; answers: number; failures: number };
  if (load.failures > 0) throw new Error(`${load.failures} ${wire} requests failed`);
  const cpu = cpuSeconds(target.child.pid) - before;
  return { rate: load.rate, cpuMicros: (cpu / load.answers) * 1e6 };
}

/** Median and range, rounded. */
function spread(values: readonly number[], digits = 0): string {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, middle, high] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((value) =>
    (value ?? Number.NaN).toFixed(digits),
  );
  return `${middle} [${low}..${high}]`;
}

async function compare(engine: Service, echo: Service): Promise<void> {
  const readings = { grpc: [], http: [] } as Record<
    (typeof WIRES)[number],
    { engine: Reading; echo: Reading }[]
  >;
  for (let round = 0; round < ROUNDS; round++) {
    for (const wire of WIRES) {
      // Who goes first alternates, so that a drifting machine favours neither.
      if (round % 2 === 0) {
        const bare = await measure(echo, wire);
        readings[wire].push({ engine: await measure(engine, wire), echo: bare });
      } else {
        readings[wire].push({
          engine: await measure(engine, wire),
          echo: await measure(echo, wire),
        });
      }
    }
  }
  for (const wire of WIRES) {
    const of = (read: (round: (typeof readings)["grpc"][number]) => number) =>
      readings[wire].map(read);
    console.log(`${wire}, ${CONCURRENCY} concurrent, median [range] of ${ROUNDS} rounds`);
    console.log(`  engine answers/s  ${spread(of((round) => round.engine.rate))}`);
    console.log(`  echo answers/s    ${spread(of((round) => round.echo.rate))}`);
    console.log(
      `  engine/echo       ${spread(
        of(({ engine, echo }) => engine.rate / echo.rate),
        2,
      )}`,
    );
    console.log(`  engine CPU µs/answer  ${spread(of((round) => round.engine.cpuMicros))}`);
    console.log(`  echo CPU µs/answer    ${spread(of((round) => round.echo.cpuMicros))}`);
  }
}

const repository = mlpRepository();
const services: Service[] = [];
try {
  const flags = ["--grpc-port=0", "--http-port=0", "--metrics-port=0"];
  const engine = await service("../engine/process.ts", [
    `--model-repository=${repository}`,
    ...flags,
  ]);
  services.push(engine);
  const echo = await service("./wire/echo-process.ts", []);
  services.push(echo);
  await compare(engine, echo);
} finally {
  for (const { child } of services) if (child.connected) child.disconnect();
  rmSync(repository, { recursive: true, force: true });
}
