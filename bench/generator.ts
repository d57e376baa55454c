/**
 * Cost and accuracy of the load generator: CPU time per request compared with loops on node:http2 and grpc-js and with
 * h2load, with the same calls to the same echo server, in turn; the highest rate that it sends on time; memory of a
 * million recorded requests; drift over minutes.
 *
 *     node bench/generator.ts [--only=cpu|rate|memory] [--seconds=2] [--rounds=7] [--drift=MINUTES]
 */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { LoadGenerator } from "../main/lab/generator/generator.ts";
import type { RunSpec } from "../main/lab/generator/messages.ts";
import { measureLateWakeups } from "../main/lab/reference-server/late-sleeper.ts";
import { drift } from "./generator/drift.ts";
import { h2load, hasH2load } from "./generator/h2load.ts";
import { memory } from "./generator/memory.ts";
import { type Reading, spread } from "./generator/reading.ts";
import { runSpec } from "./generator/specs.ts";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "7" },
    drift: { type: "string" },
  },
});
const SECONDS = Number(flags.seconds);
const ROUNDS = Number(flags.rounds);
const CONCURRENCY = 64;
/** A rate is sustained if at most this share of requests is sent late and the rate is as planned. */
const MAX_LATE_SHARE = 0.01;
const ENTRY = new URL("../main/lab/generator/process.ts", import.meta.url);

interface Echo {
  readonly grpc: string;
  readonly http: string;
}

function startEcho(): Promise<{ readonly echo: Echo; readonly child: ChildProcess }> {
  const child = fork(new URL("./wire/echo-process.ts", import.meta.url), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", (echo: Echo) => resolve({ echo, child }));
    child.once("exit", (code) => reject(new Error(`the echo server ended with exit code ${code}`)));
  });
}

async function clientLoop(client: "grpc-js" | "node-http2", address: string): Promise<Reading> {
  const entry = fileURLToPath(new URL(`./generator/${client}-loop.ts`, import.meta.url));
  const args = [entry, address, String(CONCURRENCY), String(SECONDS)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const loop = JSON.parse(stdout) as Record<
    "requests" | "failures" | "cpuMicros" | "seconds",
    number
  >;
  if (loop.failures > 0) throw new Error(`${loop.failures} requests of the ${client} loop failed`);
  return { rate: loop.requests / loop.seconds, cpuMicros: loop.cpuMicros / loop.requests };
}

async function generatorLoop(wire: RunSpec["wire"], address: string): Promise<Reading> {
  using generator = new LoadGenerator(ENTRY);
  const load = { kind: "concurrency", clients: CONCURRENCY, thinkMs: 0 } as const;
  const result = await generator.run(runSpec(wire, address, load, SECONDS)).result;
  if (result.failures.length > 0) throw new Error(`${result.failures[0]?.message} over ${wire}`);
  const { successes, seconds, health } = result;
  return { rate: successes / seconds, cpuMicros: (health.cpu * seconds * 1e6) / successes };
}

async function cpu({ grpc, http }: Echo): Promise<void> {
  const contenders: Record<string, () => Promise<Reading>> = {
    "generator grpc": () => generatorLoop("grpc", grpc),
    "node:http2 loop": () => clientLoop("node-http2", grpc),
    "grpc-js loop": () => clientLoop("grpc-js", grpc),
    "generator grpc-js": () => generatorLoop("grpc-js", grpc),
    "generator http": () => generatorLoop("http", http),
  };
  if (await hasH2load()) contenders["h2load"] = () => h2load(grpc, CONCURRENCY, Math.ceil(SECONDS));
  else console.log("h2load is left out: it is not installed (Debian: nghttp2-client)");
  const readings = new Map<string, Reading[]>(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    // The order alternates, so that a drifting machine favours neither.
    const order = Object.entries(contenders);
    for (const [name, measure] of round % 2 === 0 ? order : order.toReversed()) {
      readings.get(name)?.push(await measure());
    }
  }
  console.log(`cpu: ${CONCURRENCY} concurrent, median [range] of ${ROUNDS} rounds of ${SECONDS} s`);
  for (const [name, of] of readings) {
    const rates = spread(of.map(({ rate }) => rate));
    const micros = spread(
      of.map(({ cpuMicros }) => cpuMicros),
      1,
    );
    console.log(`  ${name.padEnd(18)} ${rates} requests/s, ${micros} CPU µs/request`);
  }
  const ours = readings.get("generator grpc") ?? [];
  for (const [name, theirs] of readings) {
    if (theirs === ours) continue;
    const ratios = ours.map(({ cpuMicros }, i) => cpuMicros / (theirs[i]?.cpuMicros ?? Number.NaN));
    console.log(`  generator grpc / ${name.padEnd(18)} ${spread(ratios, 2)} CPU per request`);
  }
}

/** Whether a rate is sustained in the better of two attempts, since the machine may have other work. */
async function sustains(wire: RunSpec["wire"], address: string, rate: number): Promise<boolean> {
  for (const _ of [1, 2]) {
    using generator = new LoadGenerator(ENTRY);
    const load = { kind: "rate", rate, arrivals: { kind: "poisson" } } as const;
    const spec = { ...runSpec(wire, address, load, SECONDS), drainSeconds: 3 };
    const [{ health, outcomes }, sleeper] = await measureLateWakeups(generator.run(spec).result);
    const late = health.lateSends / health.sends;
    const share = (late * 100).toFixed(2);
    const busy = (health.cpu * 100).toFixed(0);
    const machine = (sleeper * 100).toFixed(2);
    console.log(
      `  ${wire} ${rate}/s: ${share} % late (a sleeping thread ${machine} %), p99 ${health.lagP99Ms} ms, ${busy} % CPU`,
    );
    if (late <= MAX_LATE_SHARE && outcomes.unfinished + outcomes.failed === 0) return true;
  }
  return false;
}

async function highestRate(wire: RunSpec["wire"], address: string): Promise<void> {
  let kept = 0;
  let missed = 2000;
  while (missed <= 64_000 && (await sustains(wire, address, missed))) {
    kept = missed;
    missed *= 2;
  }
  // On a busy machine even lower rates may fail.
  while (kept === 0 && missed > 100) {
    missed = Math.round(missed / 2);
    if (await sustains(wire, address, missed)) {
      kept = missed;
      missed *= 2;
    }
  }
  for (let step = 0; step < 3 && kept > 0; step++) {
    const rate = Math.round((kept + missed) / 2);
    if (await sustains(wire, address, rate)) kept = rate;
    else missed = rate;
  }
  console.log(`rate: over ${wire} at most 1 % of the sends are late up to ${kept}/s`);
}

if (flags.drift !== undefined) {
  await drift(ENTRY, Number(flags.drift));
} else {
  const { echo, child } = await startEcho();
  const wanted = (name: string) => flags.only === "" || flags.only === name;
  try {
    if (wanted("cpu")) await cpu(echo);
    if (wanted("rate")) {
      await highestRate("grpc", echo.grpc);
      await highestRate("http", echo.http);
    }
    if (wanted("memory")) memory();
  } finally {
    child.disconnect();
  }
}
