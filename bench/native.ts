/**
 * `mlp` through the whole engine, and the engine's wire alone, against a bare C++ gRPC service that only answers: the same
 * messages, by our generator and by h2load, taking turns. The service is compiled on the spot.
 *
 *     node bench/native.ts [--seconds=1.5] [--rounds=7] [--threads=2]
 */
import { parseArgs } from "node:util";
import { rmSync } from "node:fs";
import nodeFlags from "../engine/node-flags.json" with { type: "json" };
import { forkProcess } from "../engine/testing/forked-process.ts";
import { LoadGenerator } from "../main/lab/generator/generator.ts";
import { decodeHistogram } from "../main/lab/statistics/histograms.ts";
import { h2load, hasH2load } from "./generator/h2load.ts";
import { runSpec } from "./generator/specs.ts";
import { missingReason, startNative } from "./native/echo-server.ts";
import { medianAndSpread } from "./statistics/quantiles.ts";
import { cpuSeconds } from "./wire/cpu-seconds.ts";
import { mlpRepository } from "./wire/mlp-repository.ts";

const { values: flags } = parseArgs({
  options: {
    seconds: { type: "string", default: "1.5" },
    rounds: { type: "string", default: "7" },
    threads: { type: "string", default: "2" },
  },
});
const SECONDS = Number(flags.seconds);
const ROUNDS = Number(flags.rounds);
const STREAMS = [1, 8, 64];
const GENERATOR = new URL("../main/lab/generator/process.ts", import.meta.url);

interface Server {
  readonly name: string;
  readonly address: string;
  readonly pid: number | undefined;
}

interface Reading {
  readonly rate: number;
  /** CPU time of the server per response, µs. */
  readonly cpuMicros: number;
  /** Response time, µs; NaN if the load doesn't report it. */
  readonly p50: number;
  readonly p99: number;
}

type Load = (server: Server, streams: number) => Promise<Reading>;

async function byGenerator({ address, pid }: Server, streams: number): Promise<Reading> {
  using generator = new LoadGenerator(GENERATOR);
  const load = { kind: "concurrency", clients: streams, thinkMs: 0 } as const;
  const spec = runSpec("grpc", address, load, SECONDS);
  const before = cpuSeconds(pid);
  const { failures, successes, seconds, response, totals } = await generator.run(spec).result;
  const cpu = cpuSeconds(pid) - before;
  if (failures[0] !== undefined) throw new Error(failures[0].message);
  const times = decodeHistogram(response);
  return {
    rate: successes / seconds,
    cpuMicros: (cpu / totals.successes) * 1e6,
    p50: times.getValueAtPercentile(50),
    p99: times.getValueAtPercentile(99),
  };
}

async function byH2load({ address, pid }: Server, streams: number): Promise<Reading> {
  const before = cpuSeconds(pid);
  const seconds = Math.ceil(SECONDS);
  const { rate } = await h2load(address, streams, seconds);
  const cpuMicros = ((cpuSeconds(pid) - before) / (rate * seconds)) * 1e6;
  return { rate, cpuMicros, p50: Number.NaN, p99: Number.NaN };
}

async function compare(servers: readonly Server[], load: Load, streams: number): Promise<void> {
  const readings = new Map<Server, Reading[]>(servers.map((server) => [server, []]));
  for (let round = 0; round < ROUNDS; round++) {
    // The order alternates, so that a drifting machine favours neither.
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      readings.get(server)?.push(await load(server, streams));
    }
  }
  const figures = (server: Server, of: keyof Reading) =>
    (readings.get(server) ?? []).map((reading) => reading[of]);
  const format = (all: (of: keyof Reading) => number[], digits: number) => {
    const [rate, cpu, p50, p99] = (["rate", "cpuMicros", "p50", "p99"] as const).map((of) =>
      medianAndSpread(all(of), digits),
    );
    const latency = all("p50").some(Number.isNaN) ? "" : `, p50 ${p50}, p99 ${p99} µs`;
    return `${rate} answers/s, ${cpu} CPU µs/answer${latency}`;
  };
  for (const server of servers) {
    console.log(`  ${server.name.padEnd(20)} ${format((of) => figures(server, of), 0)}`);
  }
  const [echo, ...others] = servers;
  for (const server of others) {
    const ratios = (of: keyof Reading) => {
      const under = echo === undefined ? [] : figures(echo, of);
      return figures(server, of).map((value, i) => value / (under[i] ?? Number.NaN));
    };
    const name = `${server.name} / ${echo?.name}`;
    console.log(`  ${name.padEnd(20)} ${format(ratios, 2).replaceAll(/ (µs\/answer|µs)/g, "")}`);
  }
}

async function main(): Promise<void> {
  const reason = missingReason();
  if (reason !== undefined) {
    console.log(`left out: ${reason}`);
    return;
  }
  const repository = mlpRepository();
  const native = await startNative(Number(flags.threads));
  const start = (module: string, ...args: string[]) =>
    forkProcess<{ grpc: string }>(new URL(module, import.meta.url), args, { execArgv: nodeFlags });
  const echo = await start("./wire/echo-process.ts");
  const engine = await start("./wire/engine-process.ts", repository);
  const servers = [
    { name: "C++ echo", address: native.address, pid: native.child.pid },
    { name: "our echo", address: echo.message.grpc, pid: echo.child.pid },
    { name: "mlp", address: engine.message.grpc, pid: engine.child.pid },
  ];
  try {
    const loads: [string, Load][] = [["generator", byGenerator]];
    if (await hasH2load()) loads.push(["h2load", byH2load]);
    else console.log("h2load is left out: it is not installed (Debian: nghttp2-client)");
    for (const [name, load] of loads) {
      for (const streams of STREAMS) {
        console.log(`${name}, ${streams} streams, median [range] of ${ROUNDS} rounds`);
        await compare(servers, load, streams);
      }
    }
  } finally {
    native.child.stdin?.end();
    for (const { child } of [echo, engine]) child.disconnect();
    rmSync(repository, { recursive: true, force: true });
  }
}

await main();
