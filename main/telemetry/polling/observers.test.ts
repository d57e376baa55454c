import { afterEach, describe, expect, it } from "vitest";
import { onFault } from "../../../base/faults.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { HostEvents } from "../../events/index.ts";
import type { Polled } from "./observer.ts";
import { Observers } from "./observers.ts";
import { reportRestarts } from "./restarts.ts";
import { FakeDirectory, FakeServer, requests, waiting } from "../testing/fake-server.ts";

let clock = new ManualClock();
let observers: Observers;

function observe(servers: readonly FakeServer[], random = () => 1): Observers {
  clock = new ManualClock();
  observers = new Observers({ servers: new FakeDirectory(servers), clock, random });
  return observers;
}

const settle = () => clock.advance(0);
async function pass(seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 10; step++) await clock.advance(100);
}
const many = (count: number) => Array.from({ length: count }, (_, n) => new FakeServer(`s${n}`));
const silent = () => new Promise<never>(() => {});

afterEach(() => observers[Symbol.dispose]());

describe("polling", () => {
  it("[OBSERVE-10] happens every 5 s, every second while watched", async () => {
    const [server = new FakeServer("s")] = many(1);
    const observer = observe([server]).of("s0");
    await settle();
    expect(server.asked).toBe(1);
    await pass(20);
    expect(server.asked).toBe(5);
    const watch = observer.watch();
    await pass(5);
    expect(server.asked).toBe(11);
    watch[Symbol.dispose]();
    watch[Symbol.dispose]();
    await pass(10);
    expect(server.asked).toBe(13);
  });

  it("[OBSERVE-10] is limited to 40 a second for many watched servers", async () => {
    const servers = many(200);
    let seed = 1;
    const all = observe(servers, () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647);
    await settle();
    await pass(10);
    const watches = all.list().map((observer) => observer.watch());
    const before = servers.map(({ asked }) => asked);
    await pass(20);
    const asked = servers.map((server, index) => server.asked - (before[index] ?? 0));
    expect(Math.max(...asked)).toBeLessThanOrEqual(6);
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(3);
    for (const watch of watches.slice(1)) watch[Symbol.dispose]();
    await pass(5);
    const [first = new FakeServer("s")] = servers;
    const alone = first.asked;
    await pass(10);
    expect(first.asked - alone).toBe(10);
  });

  it("[OBSERVE-10] happens every 10 s if it takes 7 s", async () => {
    const [server = new FakeServer("s")] = many(1);
    server.answer = () => {
      const answer = Promise.withResolvers<never>();
      clock.after(7000, () => answer.reject(new Error("late")));
      return answer.promise;
    };
    observe([server]);
    await settle();
    await pass(33);
    expect(server.asked).toBe(4);
  });

  it("[OBSERVE-11] counts as late after 15 s", async () => {
    const [server = new FakeServer("s")] = many(1);
    const heard = Promise.withResolvers<unknown>();
    server.answer = (signal) => {
      signal?.addEventListener("abort", () => heard.resolve(signal.reason));
      return silent();
    };
    observe([server]);
    await settle();
    await pass(15);
    expect(await heard.promise).toMatchObject({
      code: "DEADLINE_EXCEEDED",
      message: "S0 did not answer all that was asked within 15 s.",
    });
  });

  it("[OBSERVE-10] continues for added servers until they are removed", async () => {
    const replica = new FakeServer("replica");
    const all = observe([]);
    const observer = all.add(replica);
    await settle();
    expect(all.of("replica").latest()?.live).toBe(true);
    observer[Symbol.dispose]();
    await pass(20);
    expect(replica.asked).toBe(1);
    expect(() => all.of("replica")).toThrow(/'replica' is not observed/);
  });

  it("[OBSERVE-11] delays 10 responding servers by seconds next to 40 silent ones, not by their time limits", async () => {
    const servers = many(50);
    for (const server of servers.slice(0, 40)) server.answer = silent;
    observe(servers);
    await settle();
    expect(servers.filter(({ asked }) => asked > 0)).toHaveLength(16);
    await pass(3);
    expect(servers.slice(40).every(({ asked }) => asked === 1)).toBe(true);
    const polled: Polled[] = [];
    observers.onPolled((each) => polled.push(each));
    await pass(60);
    const late = polled.filter(({ answered }) => answered).map(({ lateMs }) => lateMs);
    expect(Math.max(...late)).toBeLessThanOrEqual(2000);
  });

  it("[OBSERVE-12] spreads servers that connect together over the interval", async () => {
    const servers = many(50);
    let at = 0;
    observe(servers, () => (at += 0.02));
    await settle();
    await settle();
    const perStep: number[] = [];
    for (let step = 0; step < 60; step++) {
      const before = servers.reduce((sum, { asked }) => sum + asked, 0);
      await clock.advance(100);
      perStep.push(servers.reduce((sum, { asked }) => sum + asked, 0) - before);
    }
    expect(Math.max(...perStep)).toBeLessThanOrEqual(4);
  });

  it("[OBSERVE-13] waits for a back-off and does not miss its end", async () => {
    const [server = new FakeServer("s")] = many(1);
    const observer = observe([server]).of("s0");
    await settle();
    server.reports([waiting(3)]);
    await pass(5);
    server.answer = () => {
      server.become({ state: "stale", nextTry: clock.now() + 30_000 });
      return Promise.reject(new Error("gone"));
    };
    await pass(5);
    const asked = server.asked;
    expect(observer.latest()?.frame).toMatchObject({ live: false, figures: [{ value: 3 }] });
    await pass(20);
    expect(server.asked).toBe(asked);
    server.reports([waiting(4)]);
    server.become({ state: "live", nextTry: null });
    await settle();
    expect(observer.latest()?.frame).toMatchObject({ live: true, figures: [{ value: 4 }] });
  });

  it("[OBSERVE-14] reports nothing after a long silence but the restart", async () => {
    const [server = new FakeServer("s")] = many(1);
    server.reports([requests(1000)]);
    const observer = observe([server]).of("s0");
    await settle();
    server.answer = () => Promise.reject(new Error("gone"));
    await pass(120);
    server.reports([requests(9000)]);
    await pass(5);
    expect(observer.latest()).toMatchObject({ restarts: 0, delta: { seconds: 0 } });
    server.answer = () => Promise.reject(new Error("gone"));
    await pass(120);
    server.reports([requests(10)]);
    await pass(5);
    expect(observer.latest()?.frame).toMatchObject({ restarts: 1, figures: [{ value: null }] });
  });

  it("[OBSERVE-14] reports nothing for more than 5 s with a failed poll", async () => {
    const [server = new FakeServer("s")] = many(1);
    server.reports([requests(1000)]);
    const observer = observe([server]).of("s0");
    await settle();
    server.reports([requests(1100)]);
    await pass(5);
    expect(observer.latest()).toMatchObject({ afterGap: false, delta: { seconds: 5 } });
    server.answer = () => Promise.reject(new Error("gone"));
    await pass(5);
    server.reports([requests(9900)]);
    await pass(5);
    expect(observer.latest()).toMatchObject({ afterGap: true, delta: { seconds: 0 } });
    using _ = observer.watch();
    await pass(5);
    server.answer = () => Promise.reject(new Error("gone"));
    await pass(3);
    server.reports([requests(9950)]);
    await pass(1);
    expect(observer.latest()).toMatchObject({ afterGap: false, delta: { seconds: 4 } });
  });

  it("[OBSERVE-19] reports a restart once, with a mark", async () => {
    const [server = new FakeServer("s"), other = new FakeServer("s")] = many(2);
    server.reports([requests(1000), requests(900, "b")]);
    other.reports([requests(1000), requests(900, "b")]);
    observe([server, other]);
    expect(server.status.restartedAt).toBeNull();
    const events = new HostEvents();
    using _ = reportRestarts(observers, events, ({ id }) => id === "s0");
    await pass(5);
    server.reports([requests(3), requests(2, "b")]);
    other.reports([requests(3), requests(2, "b")]);
    await pass(20);
    expect(events.list()).toMatchObject([
      {
        message: expect.stringContaining("S0 restarted"),
        mark: { kind: "restart", serverId: "s0" },
      },
    ]);
    expect(server.status.restartedAt).toBeGreaterThan(0);
    expect(other.status.restartedAt).toBeNull();
  });
});

it("[OBSERVE-20] continues after a listener throws, for other listeners too", async () => {
  const faults: unknown[] = [];
  const [server = new FakeServer("s")] = many(1);
  clock = new ManualClock();
  using _reporting = onFault(({ error }) => faults.push(error));
  observers = new Observers({ servers: new FakeDirectory([server]), clock });
  const fault = new Error("broken");
  let calls = 0;
  observers.onSeen(() => {
    throw fault;
  });
  observers.onSeen(() => calls++);
  await settle();
  await pass(20);
  expect(calls).toBe(server.asked);
  expect(server.asked).toBeGreaterThan(3);
  expect(faults).toEqual(Array(calls).fill(fault));
});

it("[OBSERVE-3] does not take the fall of a metric that is charted as a rate for a restart", async () => {
  const [server = new FakeServer("s")] = many(1);
  const observer = observe([server]).of("s0");
  observer.subscriptions.pin({ kind: "metric", name: "depth", labels: {}, as: "rate" });
  server.reports([requests(0)], { exposition: "depth 9\n" });
  await settle();
  await pass(6);
  server.reports([requests(0)], { exposition: "depth 2\n" });
  await pass(6);
  expect(observer.latest()?.restarts).toBe(0);
  server.reports([requests(7), requests(8, "b")], { exposition: "depth 2\n" });
  await pass(5);
  server.reports([requests(3), requests(3, "b")], { exposition: "depth 2\n" });
  await pass(5);
  expect(observer.latest()?.restarts).toBe(1);
});

it("[OBSERVE-15] keeps two minutes of an unwatched server, a quarter of an hour of a watched one", async () => {
  const [server = new FakeServer("s")] = many(1);
  server.reports([waiting(1)]);
  const observer = observe([server]).of("s0");
  for (let s = 0; s < 1000; s += 5) await clock.advance(5000);
  expect(observer.recent.between(0, Infinity)).toHaveLength(24);
  using _ = observer.watch();
  for (let s = 0; s < 400; s++) await clock.advance(1000);
  expect(observer.recent.between(0, Infinity).length).toBeGreaterThan(400);
});
