// Computes for a given time as a fixed amount of work per ms, which takes longer on a busy machine, and answers with the
// CPU time that the work before took, ms; null for the first. Linux brings a thread's CPU time up to date when the thread
// stops or at a tick of up to 4 ms, so only a thread that has just woken reads a true one.
import { parentPort } from "node:worker_threads";

const CHUNK = 20_000;
const CALIBRATIONS = 20_000;

/** Stored so that the work is not optimized away. */
const sink = new Int32Array(1);

function chunk(): void {
  let x = sink[0] as number;
  for (let i = 0; i < CHUNK; i++) x = (Math.imul(x, 1_103_515_245) + 12_345) | 0;
  sink[0] = x;
}

/** The quickest of many is undisturbed. */
function chunkMs(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < CALIBRATIONS; i++) {
    const from = performance.now();
    chunk();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}

chunkMs();
const perChunk = chunkMs();
let lastMs: number | null = null;
parentPort?.on("message", (ms: number) => {
  const { user, system } = process.threadCpuUsage();
  const cpuMs = (user + system) / 1000;
  const former = lastMs === null ? null : cpuMs - lastMs;
  lastMs = cpuMs;
  for (let left = Math.round(ms / perChunk); left > 0; left--) chunk();
  parentPort?.postMessage(former);
});
parentPort?.postMessage(null);
