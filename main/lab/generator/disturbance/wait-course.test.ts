import { describe, expect, it } from "vitest";
import type { Sample } from "./samples.ts";
import { WaitCourse } from "./wait-course.ts";

/** Samples every 2 ms of a server that reports waits in ms, and how often its threads began to run, since the last one. */
function course(reports: readonly (readonly [waitedMs: number, slices: number])[]) {
  let [serverWaitMs, serverSlices] = [0, 0];
  const samples = [[0, 0] as const, ...reports].map(([waited, slices], i) => {
    serverWaitMs += waited;
    serverSlices += slices;
    return { at: i * 2, serverWaitMs, serverSlices } as Sample;
  });
  return new WaitCourse(samples, "serverWaitMs", "serverSlices");
}

describe("waits for a CPU over time", () => {
  it("[LAB-GEN-51] count a wait before the sample that reports it", () => {
    const waits = course([
      [0, 0],
      [0, 0],
      [0, 0],
      [5.1, 1],
    ]);
    expect(waits.between(0, 8)).toBeCloseTo(5);
    expect(waits.between(0, 2)).toBeCloseTo(0);
    expect(waits.between(2, 4)).toBeCloseTo(1);
    expect(waits.between(6, 8)).toBeCloseTo(2);
    expect(waits.around(7)).toBeCloseTo(5);
    expect(waits.around(1)).toBeCloseTo(0);
  });

  it("[LAB-GEN-51] count no wait in samples in which a thread began to run", () => {
    const waits = course([
      [0, 0],
      [0.1, 1],
      [0, 0],
      [9.1, 1],
    ]);
    expect(waits.between(0, 4)).toBeCloseTo(0);
    expect(waits.between(4, 8)).toBeCloseTo(4);
  });

  it("[LAB-GEN-51] count waits of several threads in the same time once", () => {
    const waits = course([
      [1.1, 1],
      [8.2, 2],
    ]);
    expect(waits.between(2, 4)).toBeCloseTo(2);
    expect(waits.between(0, 2)).toBeCloseTo(1);
  });
});
