import { describe, expect, it } from "vitest";
import { type OpenLoad, RequestPlan } from "../schedule/index.ts";
import { Observed, VirtualLanes, VirtualTime, virtualTraffic } from "../testing/virtual-lanes.ts";
import { OpenLoop } from "./open-loop.ts";

const FOREVER = Number.POSITIVE_INFINITY;

const constant = (rate: number): OpenLoad => ({
  kind: "rate",
  rate,
  arrivals: { kind: "constant" },
});

interface Setting {
  readonly load?: OpenLoad;
  readonly serviceMs?: (index: number) => number;
  readonly traffic?: ReturnType<typeof virtualTraffic>;
  readonly requests?: number | null;
  readonly mostOutstanding?: number;
  readonly mostConversations?: number;
}

function setUp({
  load = constant(100),
  serviceMs = () => 1,
  traffic = virtualTraffic(),
  requests = null,
  mostOutstanding = 1000,
  mostConversations = 1000,
}: Setting = {}) {
  const time = new VirtualTime();
  const lanes = new VirtualLanes(time, serviceMs);
  const observed = new Observed();
  const reached: number[] = [];
  const plan = (seed: number) => ({ requests: new RequestPlan(traffic.span, seed), seed });
  const loop = new OpenLoop(
    traffic,
    { load, plans: { warmup: plan(1), span: plan(2) } },
    {
      opener: lanes,
      observer: observed,
      now: time.now,
      alarm: time.alarm,
      mostOutstanding,
      mostConversations,
    },
    { requests, reached: (at) => reached.push(at) },
  );
  return { time, lanes, observed, loop, reached };
}

const instants = (from: number, count: number, gap: number) =>
  Array.from({ length: count }, (_, i) => from + i * gap);

describe("an open loop", () => {
  it("[LAB-GEN-4] sends at its instants, however many requests are in flight", () => {
    const { time, lanes, loop } = setUp({ serviceMs: () => Number.POSITIVE_INFINITY });
    loop.measure(1003, FOREVER);
    time.pass(103);
    expect(lanes.sent.map(({ at }) => at)).toEqual(instants(1003, 11, 10));
    expect([loop.outstanding, lanes.lanes]).toEqual([11, 11]);
  });

  it("reuses free lanes", () => {
    const { time, lanes, loop } = setUp({ serviceMs: () => 15 });
    loop.measure(1000, FOREVER);
    time.pass(200);
    expect(lanes.sent).toHaveLength(21);
    expect(lanes.lanes).toBe(2);
  });

  it("[LAB-GEN-4] sends delayed requests late, and the rest in time", () => {
    const { time, lanes, observed, loop } = setUp();
    loop.measure(1000, FOREVER);
    time.at(1005, () => time.block(30));
    time.pass(60);
    expect(lanes.sent.map(({ at }) => at)).toEqual([1000, 1035, 1035, 1035, 1040, 1050, 1060]);
    expect(observed.scheduledAt).toEqual(instants(1000, 7, 10));
    expect(observed.phase).toMatchObject({ lateSends: 3, maxLagMs: 25 });
  });

  it("[LAB-GEN-28] yields when it is behind, and sends the rest late", async () => {
    const { time, lanes, observed, loop } = setUp({
      load: constant(10_000),
      serviceMs: () => {
        time.block(1);
        return Number.POSITIVE_INFINITY;
      },
    });
    loop.measure(1000, FOREVER);
    const first = lanes.sent.length;
    expect(first).toBeLessThan(10);
    await new Promise(setImmediate);
    expect(lanes.sent.length).toBeGreaterThan(first);
    expect(lanes.sent.length).toBeLessThan(20);
    expect(observed.phase.lateSends).toBeGreaterThan(0);
    loop.close();
    const last = lanes.sent.length;
    await new Promise(setImmediate);
    expect(lanes.sent).toHaveLength(last);
  });

  it("[LAB-GEN-28] abandons a warm-up that is behind when the span begins", async () => {
    let slow = true;
    const { time, lanes, observed, loop } = setUp({
      load: constant(10_000),
      serviceMs: () => {
        if (slow) time.block(1);
        return 1;
      },
    });
    loop.warmUp(1000);
    time.block(1000);
    slow = false;
    const from = time.now();
    loop.measure(from, from + 1);
    const before = lanes.sent.length;
    await new Promise(setImmediate);
    time.pass(2);
    expect(lanes.sent.length - before).toBe(10);
    expect(observed.scheduledAt.at(-10)).toBe(from);
  });

  it("[LAB-GEN-28] is drained when due requests are sent and answered", async () => {
    const { time, lanes, loop } = setUp({
      load: constant(10_000),
      serviceMs: () => {
        time.block(1);
        return 0;
      },
    });
    loop.measure(1000, 1002);
    loop.stop(1002);
    let drained = 0;
    loop.onDrained(() => (drained += 1));
    time.pass(0);
    expect(drained).toBe(0);
    for (let i = 0; i < 10; i++) {
      await new Promise(setImmediate);
      time.pass(0);
    }
    expect(lanes.sent).toHaveLength(20);
    expect(drained).toBeGreaterThan(0);
  });

  it("[LAB-GEN-12] starts the span's schedule without a break in the load", () => {
    const { time, lanes, loop } = setUp({ load: constant(100) });
    loop.warmUp(1000);
    time.pass(32);
    loop.measure(1035, FOREVER);
    time.pass(25);
    expect(lanes.sent.map(({ at }) => at)).toEqual([1000, 1010, 1020, 1030, 1035, 1045, 1055]);
  });

  it("[LAB-GEN-11] sends only requests scheduled before its end", () => {
    const { time, lanes, loop } = setUp();
    loop.measure(1000, FOREVER);
    time.pass(35);
    loop.stop(1035);
    time.pass(100);
    expect(lanes.sent).toHaveLength(4);
    let drained = 0;
    loop.onDrained(() => (drained += 1));
    expect(drained).toBe(1);
  });

  it("[LAB-GEN-14] reports when the last response has arrived", () => {
    const { time, loop } = setUp({ serviceMs: () => 50 });
    loop.measure(1000, FOREVER);
    time.pass(15);
    loop.stop(1015);
    let drainedAt = 0;
    loop.onDrained(() => (drainedAt = time.now()));
    time.pass(100);
    expect(drainedAt).toBe(1060);
  });

  it("[LAB-GEN-15] ends with its last request, at the instant of the next", () => {
    const { time, lanes, loop, reached } = setUp({ requests: 3 });
    loop.measure(1000, FOREVER);
    time.pass(100);
    expect(lanes.sent).toHaveLength(3);
    expect(reached).toEqual([1030]);
  });

  it("[LAB-GEN-5] counts a request beyond the limit as failed, unsent", () => {
    const serviceMs = () => Number.POSITIVE_INFINITY;
    const { time, lanes, observed, loop } = setUp({ serviceMs, mostOutstanding: 3 });
    loop.measure(1000, FOREVER);
    time.pass(45);
    expect(lanes.sent).toHaveLength(3);
    expect(observed.outcomes.map(({ status, scheduledAt }) => [status, scheduledAt])).toEqual([
      ["ABORTED", 1030],
      ["ABORTED", 1040],
    ]);
  });

  it("[LAB-GEN-38] ends the warm-up's sequences as the span begins, and its own at its end", () => {
    const sequence = { shortest: 100, longest: 100 };
    const { time, lanes, observed, loop } = setUp({ traffic: virtualTraffic([{ sequence }]) });
    loop.warmUp(1000);
    time.pass(55);
    const texts = () => lanes.sent.map(({ text }) => text.slice(text.indexOf(" ") + 1));
    const idsOf = (flag: string) =>
      texts().flatMap((text) => (text.endsWith(flag) ? text.split(" ")[0] : []));
    const open = idsOf("start");
    expect(open).toHaveLength(4);
    loop.measure(1060, FOREVER);
    time.pass(50);
    expect(idsOf("end")).toEqual(open);
    loop.stop(time.now());
    let drained = false;
    loop.onDrained(() => (drained = true));
    expect(drained).toBe(false);
    time.pass(10);
    expect(drained).toBe(true);
    expect(idsOf("end")).toEqual(idsOf("start"));
    expect(observed.phase.sent).toBe(lanes.sent.length - 8);
    expect(observed.outcomes).toHaveLength(lanes.sent.length - 8);
  });

  it("[LAB-GEN-38] ends a sequence after its waiting requests, and waits for that", () => {
    const sequence = { shortest: 100, longest: 100 };
    const traffic = virtualTraffic([{ sequence }]);
    const { time, lanes, loop } = setUp({ traffic, serviceMs: () => 1000 });
    loop.measure(1000, 1080);
    time.pass(80);
    loop.stop(1080);
    let drained = false;
    loop.onDrained(() => (drained = true));
    time.pass(1000);
    expect([lanes.sent.length, drained, loop.outstanding]).toEqual([8, false, 4]);
    time.pass(1000);
    expect([lanes.sent.length, drained, loop.outstanding]).toEqual([12, false, 0]);
    expect(lanes.sent.slice(-4).every(({ text }) => text.endsWith("end"))).toBe(true);
    time.pass(1000);
    expect(drained).toBe(true);
  });

  it("[LAB-GEN-6] lets requests of a sequence wait for each other, counted from their instants", () => {
    const sequence = { shortest: 2, longest: 2 };
    const { time, lanes, observed, loop } = setUp({
      traffic: virtualTraffic([{ sequence }]),
      serviceMs: (index) => (index === 0 ? 100 : 1),
    });
    loop.measure(1000, FOREVER);
    time.pass(150);
    const first = Number(lanes.sent[0]?.text.split(" ")[1]);
    const mine = lanes.sent.filter(({ text }) => Number(text.split(" ")[1]) === first);
    expect(mine.map(({ at, text }) => [at, text.split(" ").slice(2)])).toEqual([
      [1000, ["start"]],
      [1100, ["end"]],
    ]);
    const waited = observed.outcomes.find(({ scheduledAt }) => scheduledAt === 1040);
    expect(waited).toMatchObject({ sentAt: 1100, now: 1101 });
    // Its lag is not the generator's.
    expect(observed.phase.lateSends).toBe(0);
    // The other three sequences continued in the meantime.
    expect(lanes.sent.filter(({ at }) => at > 1000 && at < 1100)).toHaveLength(7);
  });

  it("[LAB-GEN-16] changes its rate during a run; bursts have no rate", () => {
    const { time, lanes, loop } = setUp();
    loop.measure(1000, FOREVER);
    time.pass(10);
    expect(loop.adjust(1000)).toBe(true);
    time.pass(5);
    expect(lanes.sent.map(({ at }) => at).slice(2)).toEqual(instants(1011, 5, 1));
    const bursts = setUp({ load: { kind: "bursts", size: 4, everyMs: 20 } });
    bursts.loop.measure(1000, FOREVER);
    expect(bursts.loop.adjust(5)).toBe(false);
    bursts.time.pass(20);
    expect(bursts.lanes.sent.map(({ at }) => at)).toEqual([
      ...Array(4).fill(1000),
      ...Array(4).fill(1020),
    ]);
  });

  it("sends the same at the same instants for the same seed", () => {
    const run = () => {
      const load = { kind: "rate", rate: 500, arrivals: { kind: "poisson" } } as const;
      const kinds = () => [
        { weight: 2, picker: (random: () => number) => () => Math.floor(random() * 50) },
        { sequence: { shortest: 1, longest: 5 } },
      ];
      const { time, lanes, loop } = setUp({ load, traffic: virtualTraffic(kinds()) });
      loop.measure(1000, FOREVER);
      time.pass(2000);
      return lanes.sent;
    };
    expect(run()).toEqual(run());
    expect(run().length).toBeGreaterThan(900);
  });
});

describe("conversations in an open loop", () => {
  /** Users think for 40 ms. */
  const turns = (count: number) => virtualTraffic([{ turns: () => count }]);

  it("[LAB-CONV-10] begin at the instants, and go on when answer and think time are over", () => {
    const { time, lanes, observed, loop } = setUp({
      load: constant(10),
      traffic: turns(3),
      serviceMs: () => 25,
    });
    loop.measure(1000, FOREVER);
    time.pass(170);
    expect(lanes.sent.map(({ at, text }) => `${at} ${text}`)).toEqual([
      "1000 0:0 turn 0",
      "1065 0:0 turn 1",
      "1100 0:1 turn 0",
      "1130 0:0 turn 2",
      "1165 0:1 turn 1",
    ]);
    // Latency counts from the instant that a turn was due.
    expect(observed.scheduledAt).toEqual([1000, 1065, 1100, 1130, 1165]);
    expect(observed.conversations).toEqual(["began", "began", "completed"]);
  });

  it("[LAB-CONV-10] keep the instants in order when the generator is late", () => {
    const { time, observed, loop } = setUp({
      load: constant(50),
      traffic: turns(2),
      serviceMs: () => 5,
    });
    loop.measure(1000, FOREVER);
    time.at(1030, () => time.block(60));
    time.pass(200);
    const { scheduledAt } = observed;
    expect(scheduledAt).toEqual(scheduledAt.toSorted((a, b) => a - b));
    expect(observed.phase.lateSends).toBeGreaterThan(0);
  });

  it("[LAB-CONV-4, LAB-CONV-11] end with a turn that fails, and are rejected beyond the limit", () => {
    const { time, lanes, observed, loop } = setUp({
      load: constant(100),
      traffic: turns(5),
      serviceMs: () => FOREVER,
      mostConversations: 2,
    });
    loop.measure(1000, FOREVER);
    time.pass(35);
    expect(lanes.sent).toHaveLength(2);
    expect(observed.conversations).toEqual(["began", "began", "refused", "refused"]);
    expect(observed.outcomes.map(({ status }) => status)).toEqual(["ABORTED", "ABORTED"]);
  });

  it("[LAB-CONV-10] send no turn after the span, and drain", () => {
    const { time, lanes, loop } = setUp({
      load: constant(10),
      traffic: turns(9),
      serviceMs: () => 5,
    });
    let drained = false;
    loop.measure(1000, 1050);
    time.pass(52);
    loop.stop(1050);
    loop.onDrained(() => (drained = true));
    time.pass(500);
    expect(lanes.sent.map(({ at }) => at)).toEqual([1000, 1045]);
    expect([loop.outstanding, drained]).toEqual([0, true]);
  });

  it("[LAB-CONV-10] count every turn towards a limit of requests", () => {
    const { time, lanes, loop, reached } = setUp({
      load: constant(10),
      traffic: turns(9),
      serviceMs: () => 5,
      requests: 3,
    });
    loop.measure(1000, FOREVER);
    time.pass(500);
    expect(lanes.sent.map(({ at }) => at)).toEqual([1000, 1045, 1090]);
    expect(reached).toEqual([1100]);
  });
});
