import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestPlan } from "../schedule/index.ts";
import { VirtualLanes, VirtualTime, virtualTraffic } from "../testing/virtual-lanes.ts";
import { ClosedLoop } from "./closed-loop.ts";
import type { LoadSpec, RunProgress, RunResult } from "./messages.ts";
import { OpenLoop } from "./open-loop.ts";
import { Run, type RunParts } from "./run.ts";

const closed = (clients: number): LoadSpec => ({ kind: "concurrency", clients, thinkMs: 0 });
const open = (rate: number): LoadSpec => ({ kind: "rate", rate, arrivals: { kind: "constant" } });

interface Setting {
  readonly load: LoadSpec;
  readonly serviceMs?: (index: number) => number;
  readonly spec?: Partial<RunParts["spec"]>;
}

/** A run on virtual lanes; real timers are faked along with its time. */
function setUp({ load, serviceMs = () => 10, spec = {} }: Setting) {
  const time = new VirtualTime();
  const lanes = new VirtualLanes(time, serviceMs);
  const traffic = virtualTraffic();
  const plan = (seed: number) => ({ requests: new RequestPlan(traffic.span, seed), seed });
  const received: string[] = [];
  const progress: RunProgress[] = [];
  const snapshots: { readonly result: RunResult; readonly firstWindow: number }[] = [];
  const run = new Run({
    spec: {
      warmup: { seconds: 0, requests: null },
      seconds: 1,
      requests: null,
      boundMs: null,
      windowSeconds: 1,
      ...spec,
    },
    open: load.kind !== "concurrency",
    distinctRequests: 1,
    now: time.now,
    listener: {
      started: () => received.push("started"),
      measuring: () => received.push("measuring"),
      measured: () => received.push("measured"),
      progress: (each) => progress.push(each),
      snapshot: (result, firstWindow) => snapshots.push({ result, firstWindow }),
    },
    load: (observer, run) => {
      const tools = { opener: lanes, observer, now: time.now, alarm: time.alarm };
      if (load.kind === "trace") throw new Error("a trace has instants");
      if (load.kind === "concurrency") {
        const plans = { warmup: plan(1).requests, span: plan(2).requests };
        return new ClosedLoop(traffic, load, plans, tools);
      }
      const limit = { requests: spec.requests ?? null, reached: (at: number) => run.endAt(at) };
      return new OpenLoop(
        traffic,
        { load, plans: { warmup: plan(1), span: plan(2) } },
        tools,
        limit,
      );
    },
  });
  const pass = (ms: number) => {
    for (let i = 0; i < ms; i++) {
      time.pass(1);
      vi.advanceTimersByTime(1);
    }
  };
  const result = run.start();
  return { run, result, pass, lanes, received, progress, snapshots };
}

describe("a run", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("[LAB-GEN-13] of a closed loop counts requests that end within the span", async () => {
    const warmup = { seconds: 0.105, requests: null };
    const { pass, result, received, lanes, progress } = setUp({
      load: closed(2),
      spec: { warmup },
    });
    pass(1200);
    const { successes, seconds, complete, totals, health, responseTimes, windows } = await result;
    expect(received).toEqual(["started", "measuring", "measured"]);
    expect([successes, seconds, complete]).toEqual([200, 1, true]);
    expect(totals).toEqual({
      sent: lanes.sent.length,
      successes: lanes.sent.length,
      failures: 0,
      abandoned: 0,
    });
    expect(responseTimes).toEqual({ mean: 10_000, min: 10_000, max: 10_000 });
    expect(health).toMatchObject({ offeredRate: null, lagP50Ms: null, lateSends: 0 });
    const shown = windows.map(({ from, successes, sent }) => [from, successes, sent]);
    expect(shown).toEqual([
      [-0.105, 20, 22],
      [0, 200, 200],
    ]);
    expect(new Set(progress.map(({ phase }) => phase))).toEqual(
      new Set(["warmup", "measuring", "draining"]),
    );
  });

  it("[LAB-GEN-13] of an open loop counts requests scheduled within the span, whenever they end", async () => {
    const { pass, result } = setUp({ load: open(100), serviceMs: () => 150 });
    pass(1300);
    const { successes, seconds, health, windows } = await result;
    expect([successes, seconds]).toEqual([100, 1]);
    expect(health).toMatchObject({ sends: 100, lateSends: 0, offeredRate: 100, achievedRate: 100 });
    expect(windows).toMatchObject([{ from: 0, seconds: 1, sent: 100, successes: 100 }]);
  });

  it("[LAB-GEN-39] of an open loop that overloads the server has the server's throughput", async () => {
    // One at a time, 20 ms each: 50 a second; requested 80 a second in half a second of warm-up and a second of span.
    let free = 0;
    let index = 0;
    const serviceMs = () => {
      const at = 1000 + index++ * 12.5;
      free = Math.max(free, at) + 20;
      return free - at;
    };
    const setting = {
      load: open(80),
      serviceMs,
      spec: { warmup: { seconds: 0.5, requests: null }, boundMs: 300 },
    };
    const { pass, result } = setUp(setting);
    pass(4000);
    const { successes, answered, withinBound, seconds, windows } = await result;
    expect([successes, seconds]).toEqual([80, 1]);
    const ofSpan = windows.filter(({ from }) => from >= 0);
    expect(ofSpan.map((each) => [each.successes, each.answered])).toEqual([[80, answered.items]]);
    expect(answered.requests).toBeGreaterThanOrEqual(49);
    expect(answered.requests).toBeLessThanOrEqual(51);
    expect(answered.itemsWithinBound).toBeLessThan(answered.items);
    expect(withinBound).toBeLessThan(80);
  });

  it("[LAB-GEN-39] of a steady open loop has the rate as its throughput, however long responses take", async () => {
    const warmup = { seconds: 0.5, requests: null };
    const { pass, result } = setUp({ load: open(100), serviceMs: () => 150, spec: { warmup } });
    pass(2000);
    expect((await result).answered).toEqual({ requests: 100, items: 100, itemsWithinBound: 0 });
  });

  it("[LAB-GEN-20] counts from the instant that a request was due, and the service from when it was sent", async () => {
    const { pass, result } = setUp({ load: open(100), spec: { boundMs: 10 } });
    pass(1100);
    const { responseTimes, serviceTimes, over, withinBound } = await result;
    expect([responseTimes.mean, serviceTimes.mean]).toEqual([10_000, 10_000]);
    expect([over, withinBound]).toEqual([0, 100]);
  });

  it("[LAB-GEN-25] reports requests that missed the objective, including failures", async () => {
    const serviceMs = (index: number) => (index % 4 === 0 ? 30 : 5);
    const { pass, result, progress } = setUp({ load: open(100), serviceMs, spec: { boundMs: 20 } });
    pass(1100);
    expect(await result).toMatchObject({ successes: 100, over: 25, withinBound: 75 });
    expect(progress.at(-1)).toMatchObject({ phase: "draining", successes: 100, sent: 100 });
  });

  it("[LAB-GEN-10] ends the warm-up after its requests, or on request", async () => {
    const warmup = { seconds: 60, requests: 10 };
    const byCount = setUp({ load: closed(1), spec: { warmup } });
    byCount.pass(1200);
    expect((await byCount.result).windows[0]?.from).toBe(-0.1);
    const received = setUp({ load: closed(1), spec: { warmup: { seconds: 60, requests: null } } });
    received.pass(50);
    received.run.measure();
    received.pass(1200);
    expect((await received.result).windows[0]?.from).toBe(-0.05);
  });

  it("[LAB-GEN-11] ends the span on request, complete", async () => {
    const { pass, result, run } = setUp({ load: open(100), spec: { seconds: 60 } });
    pass(508);
    run.finish();
    pass(100);
    expect(await result).toMatchObject({ complete: true, seconds: 0.505, successes: 51 });
  });

  it("[LAB-GEN-14] returns the measurements so far when cancelled, without waiting", async () => {
    const serviceMs = (index: number) => (index < 10 ? 1 : Number.POSITIVE_INFINITY);
    const { pass, result, run, lanes } = setUp({
      load: open(100),
      serviceMs,
      spec: { seconds: 60 },
    });
    pass(203);
    run.cancel();
    const { complete, successes, outcomes, totals } = await result;
    const out = lanes.sent.length - 10;
    expect([complete, successes, outcomes.unfinished]).toEqual([false, 10, out]);
    expect(totals.abandoned).toBe(out);
  });

  it.each([
    ["an open", open(100), 50, 50],
    ["a closed", closed(2), 0, 2],
  ])(
    "[LAB-GEN-14] of %s loop that is cancelled while it waits is not complete",
    async (_name, load, done, out) => {
      const serviceMs = (index: number) => (index < done ? 1 : Number.POSITIVE_INFINITY);
      const { pass, result, run } = setUp({ load, serviceMs });
      pass(1500);
      run.cancel();
      expect(await result).toMatchObject({
        complete: false,
        successes: done,
        outcomes: { unfinished: out },
      });
    },
  );

  it("[LAB-GEN-11] has measured nothing when cancelled in the warm-up", async () => {
    const warmup = { seconds: 60, requests: null };
    const { pass, result, run } = setUp({ load: closed(2), spec: { warmup } });
    pass(30);
    run.cancel();
    expect(await result).toMatchObject({
      startedAt: null,
      seconds: 0,
      complete: false,
      successes: 0,
      windows: [],
      totals: { sent: 8, successes: 6, abandoned: 2 },
    });
  });

  it.each([
    ["open", open(100), 100],
    ["closed", closed(2), 2],
  ])(
    "[LAB-GEN-14] of an %s loop shows requests that are never answered",
    async (_name, load, expected) => {
      const serviceMs = () => Number.POSITIVE_INFINITY;
      const { pass, result } = setUp({ load, serviceMs, spec: { drainSeconds: 0.5, boundMs: 1 } });
      pass(1600);
      const { outcomes, failures, over, windows, totals } = await result;
      expect([outcomes.unfinished, over]).toEqual([expected, expected]);
      const message = "no response within 0.5 s after the measured span";
      expect(failures).toEqual([{ status: "DEADLINE_EXCEEDED", message, count: expected }]);
      expect(windows[0]?.failures).toBe(expected);
      expect(totals.abandoned).toBe(expected);
    },
  );

  it("[LAB-GEN-15] ends with its limit of requests", async () => {
    const scheduled = setUp({ load: open(100), spec: { requests: 30, seconds: 60 } });
    scheduled.pass(400);
    expect(await scheduled.result).toMatchObject({ successes: 30, seconds: 0.3, complete: true });
    const ended = setUp({ load: closed(3), spec: { requests: 30, seconds: 60 } });
    ended.pass(400);
    expect(await ended.result).toMatchObject({ successes: 30, seconds: 0.1, complete: true });
  });

  it("[LAB-GEN-16] remembers that its load was changed within the span", async () => {
    const { pass, result, run } = setUp({ load: open(100) });
    pass(503);
    run.adjust(200);
    pass(700);
    const { successes, adjustedAt } = await result;
    expect(successes).toBe(150);
    expect(adjustedAt).not.toBeNull();
    const bursts = setUp({ load: { kind: "bursts", size: 1, everyMs: 100 } });
    bursts.run.adjust(5);
    bursts.pass(1200);
    expect((await bursts.result).adjustedAt).toBeNull();
  });

  it.each([
    ["an open", open(100), 10],
    ["a closed", closed(2), 100],
  ])(
    "[LAB-GEN-27] reports in a snapshot of %s loop requests in flight for longer than any success took",
    async (_name, load, answered) => {
      const serviceMs = (index: number) => (index < answered ? 20 : Number.POSITIVE_INFINITY);
      const { pass, snapshots, run } = setUp({ load, serviceMs, spec: { seconds: 60 } });
      pass(1100);
      const { outcomes, successes, failures } = (snapshots.at(-1) as { readonly result: RunResult })
        .result;
      expect([successes, failures]).toEqual([answered, []]);
      // The two scheduled in the last 20 ms may still be as quick as the others; both clients waited 20 ms.
      expect(outcomes.unfinished).toBe(load.kind === "concurrency" ? 0 : 100 - answered - 2);
      pass(1000);
      expect(snapshots.at(-1)?.result.outcomes.unfinished).toBe(
        load.kind === "concurrency" ? 2 : 188,
      );
      run.cancel();
    },
  );

  it("[LAB-GEN-27] reports each second the figures so far and the changed windows", async () => {
    const { pass, snapshots, run, result } = setUp({ load: open(50), spec: { seconds: 60 } });
    pass(3600);
    expect(snapshots.map(({ firstWindow }) => firstWindow)).toEqual([0, 0, 1]);
    const last = snapshots.at(-1)?.result;
    expect(last).toMatchObject({ complete: false, outcomes: { unfinished: 0 } });
    expect(last?.windows.map(({ from }) => from)).toEqual([1, 2]);
    run.cancel();
    expect((await result).windows.map(({ from }) => from)).toEqual([0, 1, 2, 3]);
  });
});
