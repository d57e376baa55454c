import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Phase } from "../../main/lab/generator/phase.ts";

const COUNT = 1_000_000;

/** Measures the memory of a million recorded open-loop requests with their histograms, and the time to record one. */
export function memory(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const phase = new Phase(0, false, { boundMs: 10 });
  const startedAt = performance.now();
  for (let i = 0; i < COUNT; i++) {
    const { row } = phase.book(i, i + 0.1);
    phase.end(row, null, false, {
      scheduledAt: i,
      sentAt: i + 0.1,
      now: i + (i % 1000) / 10,
      items: 1,
    });
  }
  const nanoseconds = ((performance.now() - startedAt) * 1e6) / COUNT;
  const megabytes = (used() - before) / 1e6;
  console.log(
    `memory: a million requests take ${megabytes.toFixed(1)} MB; recording one takes ${nanoseconds.toFixed(0)} ns`,
  );
  if (phase.log.rows !== COUNT) throw new Error("the log lost rows");
}
