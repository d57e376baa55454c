import { describe, expect, it } from "vitest";
import { RequestLog } from "../request-log.ts";
import { SUCCESS } from "../outcome.ts";
import { cpuTimes } from "./cpu-times.ts";
import { possibleError } from "./possible-error.ts";
import type { Message } from "./probe.ts";
import type { Sample } from "./samples.ts";

const SERVICE_MS = 5;
const COUNT = 1000;

/** A closed loop of one client whose every request takes 5 ms, plus those that `late` names; ends are in the log. */
function closedLoop(late: (row: number) => number = () => 0) {
  const log = new RequestLog();
  const ends: number[] = [];
  let at = 0;
  for (let row = 0; row < COUNT; row++) {
    const took = SERVICE_MS + late(row);
    at += took;
    ends.push(at);
    log.end(log.add(at), SUCCESS, took * 1000, took * 1000);
  }
  return { log, ends };
}

interface Waits {
  readonly own?: (at: number) => number;
  readonly server?: (at: number) => number;
  /** How often threads of the server began to run. */
  readonly serverSlices?: (at: number) => number;
  /** Cores of other programs, and of the server's busiest thread and all of its threads. */
  readonly others?: number;
}

/** Samples every 10 ms; waits are totals until an instant, ms. */
function samples(
  until: number,
  { own = () => 0, server = () => 0, serverSlices = () => 0, others = 0 }: Waits,
): Sample[] {
  return Array.from({ length: Math.ceil(until / 10) + 2 }, (_, i) => ({
    at: i * 10,
    lateMs: 0,
    ownWaitMs: own(i * 10),
    ownSlices: 0,
    serverWaitMs: server(i * 10),
    serverSlices: serverSlices(i * 10),
    serverRunMs: i * 5,
    busiestRunMs: i * 5,
    busyMs: i * 10 * (0.5 + 0.1 + others),
  }));
}

const errorOf = (
  { log, ends }: ReturnType<typeof closedLoop>,
  waits: Waits,
  messages: readonly Message[] = [],
) => {
  const until = ends.at(-1) as number;
  const observed = { samples: samples(until, waits), messages };
  return possibleError({ log, open: false, observed, generatorMs: until * 0.1 });
};

describe("the possible error of percentiles", () => {
  it("[LAB-GEN-41] [LAB-GEN-42] is nothing if nothing waited", () => {
    const none = { p50: 0, p90: 0, p95: 0, p99: 0 };
    expect(errorOf(closedLoop(), { others: 0.5 })).toEqual({
      sending: null,
      receiving: none,
      waiting: none,
      otherCores: expect.closeTo(0.5, 1),
    });
  });

  it("[LAB-GEN-42] is what the server waited because of other programs, without what the generator made it wait", () => {
    // In one request of twenty the server waits for 4 ms.
    const run = closedLoop((row) => (row % 20 === 10 ? 4 : 0));
    const waited = (at: number) =>
      4 * run.ends.filter((end, row) => row % 20 === 10 && end <= at).length;
    const alone = errorOf(run, { server: waited });
    expect(alone?.waiting?.p99).toBeLessThan(0.05);
    const shared = errorOf(run, { server: waited, others: 0.9 });
    expect(shared?.waiting?.p50).toBeLessThan(0.5);
    // Other programs use 0.9 of the contested CPU time.
    expect(shared?.waiting?.p99).toBeGreaterThan(1);
    expect(shared?.waiting?.p99).toBeLessThanOrEqual(4);
  });

  it("[LAB-GEN-45] leaves each response at least the time of the quickest one", () => {
    // An open loop that keeps the server busy from the first request to the last, with a twentieth of the time spent
    // waiting for a CPU: nothing in the queue could have been answered in less than 5 ms.
    const log = new RequestLog();
    const every = SERVICE_MS * 0.99;
    for (let row = 0; row < COUNT; row++) {
      log.end(log.add(row * every), SUCCESS, (SERVICE_MS + 0.5) * 1000, (SERVICE_MS + 0.5) * 1000);
    }
    const observed = {
      samples: samples(COUNT * every + 10, { server: (at) => at / 20, others: 0.9 }),
      messages: [],
    };
    const error = possibleError({ log, open: true, observed, generatorMs: COUNT * every * 0.1 });
    expect(error?.waiting?.p50).toBeGreaterThan(0);
    expect(error?.waiting?.p50).toBeLessThan(0.5);
  });

  it("[LAB-GEN-43] leaves out what threads usually wait when they begin to run, and nothing more of a long wait", () => {
    // Threads begin to run eight times between two looks, and wait 0.02 ms each time; in one request of forty one waits 4 ms.
    const run = closedLoop((row) => (row % 40 === 10 ? 4 : 0));
    const usual = (at: number) => (at / 10) * 8 * 0.02;
    const long = (at: number) =>
      4 * run.ends.filter((end, row) => row % 40 === 10 && end <= at).length;
    const serverSlices = (at: number) => (at / 10) * 8;
    const quiet = errorOf(closedLoop(), { server: usual, serverSlices, others: 0.9 });
    expect(quiet?.waiting?.p99).toBeLessThan(0.01);
    const server = (at: number) => usual(at) + long(at);
    const without = errorOf(run, { server: long, others: 0.9 });
    const error = errorOf(run, { server, serverSlices, others: 0.9 });
    expect(error?.waiting?.p99).toBeCloseTo(without?.waiting?.p99 ?? 0, 1);
  });

  it("[LAB-GEN-41] is what the generator waited before it handled a response", () => {
    const run = closedLoop((row) => (row % 20 === 10 ? 4 : 0));
    const waited = (at: number) =>
      4 * run.ends.filter((end, row) => row % 20 === 10 && end <= at).length;
    const { receiving } = errorOf(run, { own: waited }) ?? {};
    expect(receiving?.p99).toBeGreaterThan(1);
    expect(receiving?.p50).toBeLessThan(0.5);
  });

  it("[LAB-GEN-41] is a stall of the event loop", () => {
    const run = closedLoop((row) => (row % 50 === 10 ? 300 : 0));
    const stalls = run.ends
      .filter((_, row) => row % 50 === 10)
      .map((end) => ({ postedAt: end - 290, handledAt: end }));
    expect(errorOf(run, {}, stalls)?.receiving.p99).toBeCloseTo(290, 0);
    expect(errorOf(run, {}, stalls)?.receiving.p50).toBe(0);
  });

  it("[LAB-GEN-42] adds what the server waited to a stall of the event loop next to other programs", () => {
    const run = closedLoop((row) => (row % 20 === 10 ? 24 : 0));
    const slow = run.ends.filter((_, row) => row % 20 === 10);
    const server = (at: number) => 4 * slow.filter((end) => end - 20 <= at).length;
    const stalls = slow.map((end) => ({ postedAt: end - 20, handledAt: end }));
    const { receiving, waiting } = errorOf(run, { server, others: 50 }, stalls) ?? {};
    expect(receiving?.p99).toBeCloseTo(20, 0);
    expect(waiting?.p99).toBeGreaterThan(22);
  });

  it("[LAB-GEN-42] is unknown if the system reports no waits", () => {
    const error = errorOf(closedLoop(), { own: () => Number.NaN, others: 1 });
    expect(error).toMatchObject({ waiting: null, otherCores: null });
  });

  it("is unknown without a success or a sample", () => {
    const { log } = closedLoop();
    const nothing = { samples: [], messages: [] };
    expect(possibleError({ log, open: false, observed: nothing, generatorMs: 0 })).toBeNull();
    const empty = { log: new RequestLog(), open: true, generatorMs: 0 };
    expect(
      possibleError({ ...empty, observed: { ...nothing, samples: samples(50, {}) } }),
    ).toBeNull();
  });

  it("[LAB-GEN-40] is how late an open loop sent", () => {
    const log = new RequestLog();
    for (let row = 0; row < COUNT; row++) {
      const late = row % 10 === 0 ? 2 : 0;
      log.end(log.add(row * 10), SUCCESS, (SERVICE_MS + late) * 1000, SERVICE_MS * 1000);
    }
    const observed = { samples: samples(10 * COUNT, {}), messages: [] };
    const error = possibleError({ log, open: true, observed, generatorMs: 0 });
    expect(error?.sending?.p95).toBeCloseTo(2, 3);
    expect(error?.sending?.p50).toBe(0);
  });
});

describe("[LAB-GEN-42] the share of other programs", () => {
  it("leaves the server's busiest thread out, which does not wait for itself", () => {
    const cpu = cpuTimes(samples(1000, { others: 0.3 }), 100);
    expect(cpu?.otherCores).toBeCloseTo(0.3, 1);
    expect(cpu?.otherShare).toBeCloseTo(0.3 / (0.3 + 0.1), 1);
  });
});
