// The engine behind its gRPC server, counting the allocations of its serving thread:
// `counting-process.ts MODEL_REPOSITORY`. Accepts "start", and responds to "stop" with a Counted.
import type { HeapProfiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { PerformanceObserver } from "node:perf_hooks";
import { createEngine } from "../../engine/engine.ts";
import { serveEngineGrpc } from "../../engine/protocol/grpc/server.ts";
import { type CopyCounter, countCopies } from "../engine/copies.ts";

/** Totals since the start. */
export interface Counted {
  /** Bytes that JavaScript copies. */
  readonly copied: number;
  /** Bytes of buffers that JavaScript allocates. */
  readonly buffers: number;
  /** Bytes of objects, estimated by sampling. */
  readonly objects: number;
  readonly gcMs: number;
}

/** Bytes between two samples, on average. */
const SAMPLING_BYTES = 8192;

let gcMs = 0;
const collections = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) gcMs += duration;
});
collections.observe({ entryTypes: ["gc"] });

const session = new Session();
session.connect();
let counter: CopyCounter | undefined;

const sizeOf = ({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number =>
  children.reduce((sum, child) => sum + sizeOf(child), selfSize);

async function start(): Promise<void> {
  counter = countCopies();
  gcMs = 0;
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: SAMPLING_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
}

async function stop(): Promise<Counted> {
  const { profile } = await session.post("HeapProfiler.stopSampling");
  counter?.stop();
  const objects = sizeOf(profile.head);
  return { copied: counter?.copied ?? 0, buffers: counter?.allocated ?? 0, objects, gcMs };
}

const host = "127.0.0.1";
const engine = await createEngine({
  modelRepository: process.argv[2] ?? "",
  log: (line) => process.stderr.write(`${line}\n`),
});
const { port } = await serveEngineGrpc(engine, { host, port: 0 });
process.on("message", (message) => {
  if (message === "start") void start().then(() => process.send?.("started"));
  else void stop().then((counted) => process.send?.(counted));
});
process.send?.({ address: `${host}:${port}` });
process.once("disconnect", () => process.exit(0));
