/**
 * Memory of the engine's process at saturation: `mlp` over gRPC and HTTP, and a copy answered from the cache, all at
 * once. Prints the resident size twice a minute and its slope after the second minute, and live and resident memory after a
 * full garbage collection, then and at the end: both should grow by less than 1 MB/min. Without a full collection in
 * between, the resident size changes in steps, with the layout of the heap.
 *
 *     node bench/soak.ts [--minutes=10]
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { writeSampleModels } from "../assets/sample-models/index.ts";
import { startServing } from "../engine/testing/serving-process.ts";
import { MLP_INPUT_BYTES } from "./wire/messages.ts";
import { runLoad } from "./wire/load.ts";

const { values: flags } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = Number(flags.minutes);
/** Until caches and heaps have filled up. */
const SETTLING_MINUTES = 2;
const SAMPLE_SECONDS = 5;

interface Reading {
  readonly minute: number;
  readonly megabytes: number;
}

/** Least squares, MB per minute. */
function slope(readings: readonly Reading[]): number {
  const mean = (pick: (reading: Reading) => number) =>
    readings.reduce((sum, reading) => sum + pick(reading), 0) / readings.length;
  const minute = mean((reading) => reading.minute);
  const megabytes = mean((reading) => reading.megabytes);
  let above = 0;
  let below = 0;
  for (const reading of readings) {
    above += (reading.minute - minute) * (reading.megabytes - megabytes);
    below += (reading.minute - minute) ** 2;
  }
  return above / below;
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

interface Collected {
  readonly rss: number;
  /** Heap and external memory. */
  readonly live: number;
}

/** Memory in MB after a full collection. */
async function collected(child: ChildProcess): Promise<Collected> {
  child.kill("SIGUSR2");
  const [message] = await once(child, "message");
  return message as Collected;
}

const repository = await mkdtemp(join(tmpdir(), "batchdeck-soak-"));
await writeSampleModels(repository);
const config = await readFile(join(repository, "mlp", "config.pbtxt"), "utf8");
const plain = config.replace(/name: "mlp"/, 'name: "mlp_plain"').replace(/response_cache.*/, "");
await cp(join(repository, "mlp"), join(repository, "mlp_plain"), { recursive: true });
await writeFile(join(repository, "mlp_plain", "config.pbtxt"), plain);
const engine = await startServing(
  repository,
  [
    "--model-control-mode=explicit",
    "--load-model=mlp",
    "--load-model=mlp_plain",
    "--cache-config=local,size=16777216",
  ],
  {
    execArgv: ["--expose-gc", "--import", new URL("./soak/memory-probe.ts", import.meta.url).href],
  },
);
const load = (wire: "grpc" | "http", model: string) =>
  runLoad({
    wire,
    address: engine[wire],
    model,
    concurrency: 32,
    seconds: minutes * 60,
    inputBytes: MLP_INPUT_BYTES,
  });
try {
  const loads = Promise.all([
    load("grpc", "mlp_plain"),
    load("http", "mlp_plain"),
    load("grpc", "mlp"),
  ]);
  const readings: Reading[] = [];
  const startedAt = performance.now();
  const settling = Math.min(SETTLING_MINUTES, minutes / 2);
  let early: Collected | undefined;
  let printed = 0;
  for (let minute = 0; minute < minutes; ) {
    await sleep(SAMPLE_SECONDS * 1000);
    minute = (performance.now() - startedAt) / 60_000;
    if (early === undefined && minute >= settling) early = await collected(engine.child);
    const megabytes = await residentMegabytes(engine.child.pid);
    readings.push({ minute, megabytes });
    if (minute - printed < 0.5) continue;
    printed = minute;
    console.log(`${minute.toFixed(1).padStart(5)} min  ${megabytes.toFixed(1).padStart(7)} MB`);
  }
  const late = await collected(engine.child);
  const [grpc, http, cached] = await loads;
  for (const [name, { rate, failures }] of Object.entries({ grpc, http, cached })) {
    console.log(`${name}: ${rate.toFixed(0)} answers/s, ${failures} failures`);
  }
  const settled = readings.filter(({ minute }) => minute >= settling);
  console.log(`resident, slope after minute ${settling}: ${slope(settled).toFixed(2)} MB/min`);
  if (early === undefined) throw new Error("the run was too short to compare anything");
  const growth = (pick: (memory: Collected) => number) =>
    `${pick(early).toFixed(1)} → ${pick(late).toFixed(1)} MB, ${((pick(late) - pick(early)) / (minutes - settling)).toFixed(2)} MB/min`;
  console.log(`after a full collection: live ${growth(({ live }) => live)}`);
  console.log(`after a full collection: resident ${growth(({ rss }) => rss)}`);
} finally {
  engine.child.kill("SIGTERM");
  await rm(repository, { recursive: true });
}
