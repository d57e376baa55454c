import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { ThreadWaits } from "./thread-waits.ts";

const BURN =
  "require('node:worker_threads').parentPort.on('message', (ms) => { const until = performance.now() + ms; while (performance.now() < until); });";

describe.skipIf(process.platform !== "linux")("waits of threads", () => {
  it("count a thread that begins to run after it was idle for long", async () => {
    const worker = new Worker(BURN, { eval: true });
    await new Promise((resolve) => worker.once("online", resolve));
    using waits = new ThreadWaits(process.pid, (tid) => tid !== process.pid);
    for (let i = 0; i < 60; i++) waits.read();
    const before = waits.read()?.ranMs ?? Number.NaN;
    worker.postMessage(30);
    await expect
      .poll(() => (waits.read()?.ranMs ?? 0) - before, { interval: 5 })
      .toBeGreaterThan(20);
    await worker.terminate();
  });

  it("are unknown for a process that does not exist", () => {
    using waits = new ThreadWaits(2 ** 30);
    expect(waits.read()).toBeNull();
  });
});
