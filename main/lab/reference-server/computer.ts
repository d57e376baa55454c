// Computes for a given time as a fixed amount of work per ms, which takes longer on a busy machine, and answers with the
// CPU time that it took, ms.
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
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
parentPort?.on("message", (ms: number) => {
  const from = cpuMs();
  for (let left = Math.round(ms / perChunk); left > 0; left--) chunk();
  parentPort?.postMessage(cpuMs() - from);
});
parentPort?.postMessage(0);
