// Loaded into the engine's process: on SIGUSR2 collects all garbage and reports the remaining memory to its parent, in MB.
import { isMainThread } from "node:worker_threads";

const megabytes = (bytes: number) => bytes / 2 ** 20;

if (isMainThread) {
  process.on("SIGUSR2", () => {
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ type: "memory", rss: megabytes(rss), live: megabytes(heapUsed + external) });
  });
}
