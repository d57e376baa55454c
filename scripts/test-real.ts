// `npm run test:real`: the console against third-party servers, and the engine with third-party
// clients. They are installed into .cache/real, not with the dependencies, with python3 from PyPI
// and, for VictoriaMetrics, from Debian's archive; Thanos and Mimir are built with Go. Missing ones are skipped with the reason.
// Arguments choose some of them by name: `npm run test:real -- torchserve`.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../base/free-port.ts";
import { noPrometheus } from "../main/prometheus/testing/prometheus-process.ts";
import { root, run, tool } from "./process.ts";
import { generative } from "./real-peers/generative.ts";
import { type Peer, peers, type Ports } from "./real-peers/peers.ts";
import { rayServe } from "./real-peers/ray-serve.ts";
import { torchServe } from "./real-peers/torchserve.ts";
import { findMimir, findThanos } from "./real-peers/go-programs.ts";
import { findPerfAnalyzer, findTritonclient } from "./real-peers/tritonclient.ts";

const cache = path.join(root, ".cache", "real");
const ADDRESS = "127.0.0.1";
const START_TIMEOUT_MS = 180_000;
const END_TIMEOUT_MS = 10_000;
const MINUTE = 60_000;

const children: ChildProcess[] = [];

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Null if it can't be installed or doesn't start: its tests are skipped. */
async function startPeer(peer: Peer): Promise<string | null> {
  const { name, program, prepare, ready, readyAt, has, env } = peer;
  const folder = path.join(cache, peer.variable.toLowerCase().replaceAll("_", "-"));
  const skip = (reason: string) => {
    print(`${name} is skipped: ${reason}.`);
    return null;
  };
  fs.mkdirSync(folder, { recursive: true });
  if (!fs.existsSync(program(folder))) {
    const failed = await install(peer, folder);
    if (failed !== null) return skip(failed);
  }
  const [http, grpc, metrics, entrance] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const ports: Ports = { http, grpc, metrics, entrance };
  const [file, ...args] = prepare(folder, ports);
  const log = path.join(folder, "server.log");
  const output = fs.openSync(log, "w");
  const options = { ...process.env, ...env?.(folder) };
  const child = spawn(file, args, {
    cwd: folder,
    stdio: ["ignore", output, output],
    env: options,
    detached: true,
  });
  fs.closeSync(output);
  children.push(child);
  child.on("error", () => {});
  const end = Date.now() + (peer.startMs ?? START_TIMEOUT_MS);
  while (Date.now() < end && child.exitCode === null && child.pid !== undefined) {
    const port = ports[readyAt ?? "http"];
    const answer = await fetch(`http://${ADDRESS}:${port}${ready}`).catch(() => null);
    if (answer?.ok) {
      print(`${name} is running.`);
      const at = (port: number) => `${ADDRESS}:${port}`;
      const addresses = {
        http: at(http),
        grpc: has.grpc ? at(grpc) : "",
        metrics: at(has.metrics === "own" ? metrics : http),
        entrance: at(entrance),
        folder,
      };
      // A test may start another one of the same command.
      const command = { command: [file, ...args], env: env?.(folder) ?? {} };
      return JSON.stringify({ ...addresses, ...command });
    }
    await sleep(200);
  }
  await endPeer(child);
  return skip(`it did not start; ${path.relative(root, log)} says why`);
}

/** Ends the peer and its child processes; some outlive it, or ignore SIGTERM until they serve. */
async function endPeer({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return;
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const until = Date.now() + END_TIMEOUT_MS;
    if (!signalGroup(pid, signal)) return;
    while (signalGroup(pid, 0)) {
      if (Date.now() > until) break;
      await sleep(100);
    }
  }
}

/** False once all of its processes have ended. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** The reason of a failure; null if it is installed. */
async function install({ name, install: commands }: Peer, folder: string): Promise<string | null> {
  print(`Installing ${name}…`);
  for (const [file, ...args] of commands(folder)) {
    const code = await run(file, args).catch((error: Error) => error.message);
    if (code !== 0) return `'${[file, ...args].join(" ")}' failed (${code})`;
  }
  return null;
}

/** Extracts Debian's package without installing it; null after printing a reason. */
async function findVictoriaMetrics(): Promise<string | null> {
  const folder = path.join(cache, "victoria-metrics");
  const program = path.join(folder, "usr", "bin", "victoria-metrics");
  if (fs.existsSync(program)) return program;
  fs.mkdirSync(folder, { recursive: true });
  const shell =
    'cd "$0" && apt-get download -q victoria-metrics && dpkg -x victoria-metrics_*.deb .';
  const code = await run("sh", ["-c", shell, folder], { timeoutMs: 5 * MINUTE }).catch(
    (error: Error) => error.message,
  );
  if (code === 0 && fs.existsSync(program)) return program;
  print(`VictoriaMetrics is skipped: Debian's package can't be had (${code}).`);
  return null;
}

/** Arguments name, in part, the servers to test; without any, all. */
function isWanted(name: string): boolean {
  const wanted = process.argv.slice(2);
  return wanted.length === 0 || wanted.some((each) => name.toLowerCase().includes(each));
}

const env: NodeJS.ProcessEnv = {};
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(
    signal,
    () => void Promise.all(children.map(endPeer)).then(() => process.exit(code)),
  );
const tests = new Set<string>();
try {
  for (const peer of [...peers, rayServe, torchServe, ...generative]) {
    if (!isWanted(peer.name)) continue;
    for (const file of peer.tests ?? ["main/servers/kinds/real-servers.test.ts"]) tests.add(file);
    const started = await startPeer(peer);
    if (started !== null) env[peer.variable] = started;
  }
  if (isWanted("victoriametrics")) {
    tests.add("main/prometheus/victoria-metrics.test.ts");
    const program = await findVictoriaMetrics();
    if (program !== null) env["VICTORIA_METRICS_PATH"] = program;
  }
  if (isWanted("thanos")) {
    tests.add("main/prometheus/thanos.test.ts");
    const program = await findThanos(cache);
    if (program !== null) env["THANOS_PATH"] = program;
  }
  if (isWanted("mimir")) {
    tests.add("main/prometheus/mimir.test.ts");
    const program = await findMimir(cache);
    if (program !== null) env["MIMIR_PATH"] = program;
  }
  const triton = path.join(cache, "real-triton", "venv");
  if (env["REAL_TRITON"] !== undefined) {
    tests.add("engine/backends/python/real-triton-features.test.ts");
    tests.add("engine/backends/python/real-triton-api.test.ts");
    env["BATCHDECK_PYTRITON"] = path.dirname(fs.realpathSync(path.join(triton, "pytriton")));
    // Both servers' models run in its Python, which has numpy.
    env["PATH"] = `${path.join(triton, "bin")}:${process.env["PATH"] ?? ""}`;
  }
  if (isWanted("tritonclient")) {
    tests.add("engine/protocol/tritonclient.test.ts");
    tests.add("engine/protocol/tritonclient-examples.test.ts");
    tests.add("engine/shared-memory/tritonclient.test.ts");
    Object.assign(env, await findTritonclient(cache));
  }
  if (isWanted("perf_analyzer")) {
    tests.add("engine/shared-memory/perf-analyzer.test.ts");
    Object.assign(env, await findPerfAnalyzer(cache));
  }
  if (isWanted("prometheus")) {
    tests.add("main/prometheus/real.test.ts");
    if (noPrometheus !== null) print(`Prometheus is skipped: ${noPrometheus}`);
  }
  process.exitCode = await tool("vitest", ["run", ...tests], { env });
} finally {
  await Promise.all(children.map(endPeer));
}
