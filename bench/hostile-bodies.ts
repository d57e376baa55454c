/**
 * Effect of hostile requests on others: bodies of up to the size limit are sent once a second over HTTP and over gRPC, while
 * health checks and small inferences are timed over both. Their p99 must stay below 100 ms, and the engine's memory below
 * 1 GB.
 *
 *     node bench/hostile-bodies.ts [--seconds=60] [--grpc-bytes=BYTES]
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client, credentials } from "@grpc/grpc-js";
import { inference } from "../assets/proto/index.ts";
import { forkProcess } from "../engine/testing/forked-process.ts";
import { quantile } from "./statistics/quantiles.ts";

const { values: flags } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    "grpc-bytes": { type: "string", default: String(64 * 1024 * 1024) },
  },
});
const LIMIT_MS = 100;
const LIMIT_BYTES = 1e9;
const PROBE_EVERY_MS = 20;
const SERVICE = "/inference.GRPCInferenceService/";

function identityRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-hostile-"));
  for (const [name, type] of [
    ["ints", "TYPE_INT64"],
    ["floats", "TYPE_FP32"],
    ["texts", "TYPE_STRING"],
    ["small", "TYPE_FP32"],
  ]) {
    mkdirSync(join(folder, `${name}/1`), { recursive: true });
    writeFileSync(
      join(folder, `${name}/config.pbtxt`),
      `backend: "identity"
input [ { name: "INPUT0" data_type: ${type} dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: ${type} dims: [ -1 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
`,
    );
  }
  return folder;
}

interface Sent {
  readonly name: string;
  readonly protocol: string;
  readonly sentAt: number;
  readonly answer: string;
}

interface Timed {
  readonly probe: string;
  readonly at: number;
  readonly ms: number;
}

function httpProbe(address: string, path: string, body: string): () => Promise<void> {
  const [host, port] = address.split(":");
  const agent = new Agent({ keepAlive: true });
  return () =>
    new Promise((resolve, reject) => {
      const call = request({ host, port, path, agent, method: body === "" ? "GET" : "POST" });
      call.on("response", (response) => {
        response.resume();
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        response.on("end", resolve);
      });
      call.on("error", reject);
      call.end(body);
    });
}

function grpcProbe(client: Client, method: string, message: Uint8Array): () => Promise<void> {
  return () =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        SERVICE + method,
        (bytes: Buffer) => bytes,
        (bytes: Buffer) => bytes,
        Buffer.from(message),
        (error) => (error ? reject(error) : resolve()),
      );
    });
}

function probes(http: string, grpc: string): Record<string, () => Promise<void>> {
  const client = new Client(grpc, credentials.createInsecure());
  const data = '{"inputs":[{"name":"INPUT0","datatype":"FP32","shape":[2],"data":[1,2]}]}';
  const message = inference.ModelInferRequest.encode({
    model_name: "small",
    inputs: [{ name: "INPUT0", datatype: "FP32", shape: [2] }],
    raw_input_contents: [new Uint8Array(8)],
  }).finish();
  return {
    "HTTP health": httpProbe(http, "/v2/health/live", ""),
    "HTTP inference": httpProbe(http, "/v2/models/small/infer", data),
    "gRPC health": grpcProbe(client, "ServerLive", new Uint8Array()),
    "gRPC inference": grpcProbe(client, "ModelInfer", message),
  };
}

/** Calls at a constant rate, whether or not earlier calls are answered; times start when a call is due. */
async function repeat(probe: string, call: () => Promise<void>, until: number, timed: Timed[]) {
  const calls: Promise<void>[] = [];
  for (let due = performance.now(); due < until; due += PROBE_EVERY_MS) {
    await setTimeout(Math.max(0, due - performance.now()));
    const at = Date.now();
    const answered = call().catch((error: Error) => console.log(`${probe}: ${error.message}`));
    calls.push(answered.then(() => void timed.push({ probe, at, ms: performance.now() - due })));
  }
  await Promise.all(calls);
}

/** Current and peak memory of the process, bytes. */
function memory({ pid }: ChildProcess): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const figure = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]) * 1024;
  return { now: figure("VmRSS"), peak: figure("VmHWM") };
}

function report(timed: readonly Timed[], sent: readonly Sent[]): boolean {
  let isGood = true;
  for (const probe of new Set(timed.map((one) => one.probe))) {
    const times = timed.filter((one) => one.probe === probe).map(({ ms }) => ms);
    const p99 = quantile(times, 0.99);
    isGood &&= p99 <= LIMIT_MS;
    const figures = [quantile(times, 0.5), p99, Math.max(...times)].map((ms) => ms.toFixed(1));
    console.log(
      `${probe.padEnd(15)} n ${times.length}  p50 ${figures[0]}  p99 ${figures[1]}  max ${figures[2]} ms`,
    );
  }
  const names = new Map<string, { slowest: number; answers: Set<string> }>();
  for (const { name, protocol, sentAt, answer } of sent) {
    const key = `${protocol}: ${name}`;
    const seen = names.get(key) ?? { slowest: 0, answers: new Set() };
    names.set(key, seen);
    seen.answers.add(answer);
    for (const { at, ms } of timed) {
      if (at >= sentAt - 50 && at < sentAt + 500) seen.slowest = Math.max(seen.slowest, ms);
    }
  }
  console.log("Slowest probe within 0.5 s of each body, and the answers to the body:");
  for (const [name, { slowest, answers }] of names) {
    console.log(
      `  ${name.padEnd(46)} ${slowest.toFixed(0).padStart(6)} ms  ${[...answers].join(", ")}`,
    );
  }
  return isGood;
}

const repository = identityRepository();
const children: ChildProcess[] = [];
try {
  const engine = await forkProcess<{ http: string; grpc: string }>(
    new URL("./wire/engine-process.ts", import.meta.url),
    [repository],
  );
  children.push(engine.child);
  const { http, grpc } = engine.message;
  const sender = fork(new URL("./hostile/send-process.ts", import.meta.url), [
    http,
    grpc,
    flags["grpc-bytes"],
  ]);
  children.push(sender);
  const sent: Sent[] = [];
  const ready = Promise.withResolvers<void>();
  sender.on("message", (message: Sent | { ready: number }) => {
    if ("ready" in message) ready.resolve();
    else sent.push(message);
  });
  await ready.promise;
  const timed: Timed[] = [];
  const until = performance.now() + Number(flags.seconds) * 1000;
  const runs = Object.entries(probes(http, grpc)).map(([name, call]) =>
    repeat(name, call, until, timed),
  );
  await Promise.race([
    Promise.all(runs),
    engine.exit.then((code) => Promise.reject(new Error(`the engine ended with ${code}`))),
  ]);
  const { now, peak } = memory(engine.child);
  const isGood = report(timed, sent);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  console.log(
    `Memory of the engine: ${megabytes(now)} MB at the end, at most ${megabytes(peak)} MB`,
  );
  console.log(`Limits: p99 ${LIMIT_MS} ms, memory ${megabytes(LIMIT_BYTES)} MB`);
  process.exitCode = isGood && peak < LIMIT_BYTES ? 0 : 1;
} finally {
  for (const child of children) if (child.connected) child.disconnect();
  rmSync(repository, { recursive: true, force: true });
}
process.exit();
