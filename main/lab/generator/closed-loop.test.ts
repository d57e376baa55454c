import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestPlan } from "../schedule/index.ts";
import { Observed, VirtualLanes, VirtualTime, virtualTraffic } from "../testing/virtual-lanes.ts";
import { ClosedLoop } from "./closed-loop.ts";
import type { Done } from "./lane.ts";

function setUp({
  clients = 2,
  thinkMs = 0,
  paceMs = 0,
  traffic = virtualTraffic(),
  serviceMs = 10,
} = {}) {
  const time = new VirtualTime();
  const lanes = new VirtualLanes(time, () => serviceMs);
  const observed = new Observed();
  const plan = () => new RequestPlan(traffic.span, 1);
  const loop = new ClosedLoop(
    traffic,
    { clients, thinkMs, paceMs },
    { warmup: plan(), span: plan() },
    { opener: lanes, observer: observed, now: time.now },
  );
  return { time, lanes, observed, loop };
}

type Course = Pick<ReturnType<typeof setUp>, "time" | "lanes" | "loop">;

/** Lets a stopped loop drain; returns what it sent to end sequences. */
function drain({ time, lanes, loop }: Course) {
  let drained = false;
  loop.onDrained(() => (drained = true));
  time.pass(100);
  expect([drained, loop.outstanding]).toEqual([true, 0]);
  return lanes.sent.filter(({ text }) => text.endsWith(" end"));
}

describe("a closed loop", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("[LAB-GEN-1] has one request in flight per client", () => {
    const { time, lanes, loop } = setUp();
    loop.measure();
    expect([loop.outstanding, lanes.lanes]).toEqual([2, 2]);
    time.pass(35);
    expect(lanes.sent.map(({ at }) => at)).toEqual([
      1000, 1000, 1010, 1010, 1020, 1020, 1030, 1030,
    ]);
  });

  it("[LAB-GEN-1] lets clients think", () => {
    const { time, lanes, loop } = setUp({ clients: 1, thinkMs: 500 });
    loop.measure();
    time.pass(10);
    expect(loop.outstanding).toBe(0);
    vi.advanceTimersByTime(499);
    expect(lanes.sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lanes.sent).toHaveLength(2);
  });

  it("[LAB-CONV-7] keeps a client's pace, however long its responses take", () => {
    const { time, lanes, loop } = setUp({ clients: 1, thinkMs: 20, paceMs: 50 });
    loop.measure();
    time.pass(10);
    vi.advanceTimersByTime(39);
    expect(lanes.sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lanes.sent).toHaveLength(2);
    time.pass(70);
    // Late already: only the think time is left.
    vi.advanceTimersByTime(40);
    expect(lanes.sent).toHaveLength(3);
  });

  it("[LAB-CONV-1, LAB-CONV-3] has one conversation after the other, with think time between turns", () => {
    const traffic = virtualTraffic([{ turns: () => 2 }]);
    const { time, lanes, loop, observed } = setUp({ clients: 1, thinkMs: 5, traffic });
    loop.measure();
    time.pass(10);
    vi.advanceTimersByTime(39);
    expect(lanes.sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    time.pass(10);
    vi.advanceTimersByTime(5);
    expect(lanes.sent.map(({ text }) => text)).toEqual(["0:0 turn 0", "0:0 turn 1", "0:1 turn 0"]);
    expect(observed.conversations).toEqual(["began", "completed", "began"]);
    expect(observed.outcomes.map(({ turn }) => turn?.index)).toEqual([0, 1]);
  });

  it("[LAB-CONV-20] begins another conversation when one is complete before all calls it could make", () => {
    const traffic = { ...virtualTraffic([{ turns: () => 6 }]), answered: () => null };
    const { time, lanes, loop, observed } = setUp({ clients: 1, thinkMs: 5, traffic });
    loop.measure();
    time.pass(10);
    vi.advanceTimersByTime(5);
    expect(lanes.sent.map(({ text }) => text)).toEqual(["0:0 turn 0", "0:1 turn 0"]);
    expect(observed.conversations).toEqual(["began", "completed", "began"]);
  });

  it("[LAB-CONV-4] begins another conversation after a turn that failed", () => {
    const traffic = virtualTraffic([{ turns: () => 3 }]);
    const forgotten: number[] = [];
    const forget: typeof traffic.forget = ({ input }) => void forgotten.push(input);
    let done: Done = () => {};
    const texts: string[] = [];
    const lane = {
      send: ({ bytes }: { bytes: Buffer }) => void texts.push(bytes.toString()),
      giveUp() {},
      close() {},
    };
    const observed = new Observed();
    const tools = {
      opener: { open: (each: Done) => ((done = each), lane), [Symbol.dispose]() {} },
      observer: observed,
      now: () => 0,
    };
    const plans = {
      warmup: new RequestPlan(traffic.span, 1),
      span: new RequestPlan(traffic.span, 1),
    };
    const loop = new ClosedLoop({ ...traffic, forget }, { clients: 1, thinkMs: 0 }, plans, tools);
    loop.measure();
    done(null, false);
    vi.advanceTimersByTime(40);
    done({ status: "INVALID_ARGUMENT", message: "too long" }, false);
    expect(texts).toEqual(["0:0 turn 0", "0:0 turn 1", "0:1 turn 0"]);
    expect(observed.conversations).toEqual(["began", "INVALID_ARGUMENT", "began"]);
    expect(forgotten).toEqual([0]);
    loop.close();
  });

  it("[LAB-GEN-2] waits after a lost connection", () => {
    let done: Done = () => {};
    let sent = 0;
    const lane = { send: () => void (sent += 1), giveUp() {}, close() {} };
    const opener = {
      open: (reported: Done) => {
        done = reported;
        return lane;
      },
      [Symbol.dispose]() {},
    };
    const traffic = virtualTraffic();
    const plan = new RequestPlan(traffic.span, 1);
    const tools = { opener, observer: new Observed(), now: () => 0 };
    const plans = { warmup: plan, span: plan };
    const loop = new ClosedLoop(traffic, { clients: 1, thinkMs: 0 }, plans, tools);
    loop.measure();
    done({ status: "UNAVAILABLE", message: "gone" }, true);
    vi.advanceTimersByTime(99);
    expect(sent).toBe(1);
    vi.advanceTimersByTime(1);
    expect(sent).toBe(2);
    done({ status: "UNAVAILABLE", message: "full" }, false);
    expect(sent).toBe(3);
  });

  it("[LAB-GEN-3] adds clients, and removes some after their requests ended", () => {
    const { time, lanes, loop } = setUp();
    loop.measure();
    loop.adjust(4);
    expect(loop.outstanding).toBe(4);
    loop.adjust(1);
    expect([loop.outstanding, lanes.closed]).toEqual([4, 0]);
    time.pass(10);
    expect([loop.outstanding, lanes.closed]).toEqual([1, 3]);
  });

  it("[LAB-GEN-3] lets a client end its sequence before it stops", () => {
    const traffic = virtualTraffic([{ sequence: { shortest: 3, longest: 3 } }]);
    const { time, lanes, loop } = setUp({ traffic });
    loop.measure();
    loop.adjust(1);
    time.pass(55);
    const ids = Map.groupBy(lanes.sent, ({ text }) => text.split(" ")[1]);
    expect([...ids.values()].map((requests) => requests.length)).toEqual([3, 3, 3]);
    expect(lanes.closed).toBe(1);
  });

  it("[LAB-GEN-14] sends nothing after it is stopped, and reports when nothing is in flight", () => {
    const { time, lanes, loop } = setUp();
    loop.measure();
    time.pass(5);
    loop.stop();
    let drained = false;
    loop.onDrained(() => (drained = true));
    expect(drained).toBe(false);
    time.pass(100);
    expect([drained, lanes.sent.length]).toEqual([true, 2]);
  });

  it.each([0, 20])(
    "[LAB-GEN-38] ends the sequences of its clients once it is stopped, after %d ms of thought",
    (thinkMs) => {
      const traffic = virtualTraffic([{ sequence: { shortest: 100, longest: 100 } }]);
      const { time, lanes, observed, loop } = setUp({ traffic, thinkMs });
      loop.measure();
      time.pass(15);
      loop.stop();
      const ends = drain({ time, lanes, loop });
      expect(ends).toHaveLength(2);
      expect(ends).toEqual(lanes.sent.slice(-2));
      expect(observed.outcomes).toHaveLength(lanes.sent.length - 2);
    },
  );

  it("[LAB-GEN-38] ends the sequence of a client whose response stops it, and sends nothing after that", () => {
    const traffic = virtualTraffic([{ sequence: { shortest: 100, longest: 100 } }]);
    const { time, lanes, observed, loop } = setUp({ traffic });
    const ended = observed.ended.bind(observed);
    observed.ended = (...reported) => {
      ended(...reported);
      if (observed.outcomes.length === 5) loop.stop();
    };
    loop.measure();
    time.pass(25);
    const ends = drain({ time, lanes, loop });
    expect(ends).toHaveLength(2);
    expect(ends).toEqual(lanes.sent.slice(-2));
  });

  it("[LAB-GEN-38] ends none when it is closed", () => {
    const traffic = virtualTraffic([{ sequence: { shortest: 100, longest: 100 } }]);
    const { time, lanes, loop } = setUp({ traffic });
    loop.measure();
    time.pass(15);
    const sent = lanes.sent.length;
    loop.close();
    time.pass(100);
    expect(lanes.sent).toHaveLength(sent);
  });
});
