import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AlertDraft, AlertFiring } from "../contract/index.ts";
import { HostEvents } from "../events/index.ts";
import { layouts, Observers, pack, type Row } from "../telemetry/index.ts";
import { FakeDirectory, FakeServer, waiting } from "../telemetry/testing/fake-server.ts";
import { type DataDirectory, openDataDirectory } from "../store/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { previewAlert } from "./preview.ts";
import { AlertStore, alertMigrations } from "./alert-store.ts";
import { Alerts } from "./alerts.ts";

const rule: AlertDraft = {
  name: "Queue",
  condition: { kind: "figure", figure: "waiting", model: null, comparison: "over", threshold: 50 },
  scope: { kind: "all" },
  forSeconds: 20,
  severity: "warning",
  enabled: true,
};

let clock: ManualClock;
let folder: string;
let data: DataDirectory;
let servers: FakeServer[];
let directory: FakeDirectory;
let observers: Observers;
let events: HostEvents;
let alerts: Alerts;
let fleets: Map<number, string>;

function start(): void {
  data = openDataDirectory(folder, alertMigrations);
  events = new HostEvents();
  observers = new Observers({ servers: directory, clock, random: () => 1 });
  alerts = new Alerts({
    observers,
    store: new AlertStore(data.db),
    events,
    clock,
    fleetName: (id) => fleets.get(id) ?? null,
  });
}

function stop(): void {
  alerts[Symbol.dispose]();
  observers[Symbol.dispose]();
  data.close();
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await clock.advance(1000);
}

const firing = (detail: string): Omit<AlertFiring, "id"> => ({
  ruleId: 1,
  rule: "Queue",
  severity: "warning",
  serverId: "one",
  server: "ONE",
  model: "ranker",
  firedAt: 1,
  endedAt: 2,
  endedBy: "well",
  acknowledgedAt: null,
  silenced: false,
  value: 70,
  worst: 70,
  detail,
});

const messages = () => events.list().map(({ message }) => message);

beforeEach(async () => {
  clock = new ManualClock();
  fleets = new Map([[7, "chat"]]);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-alerts-"));
  servers = ["one", "two"].map((id) => new FakeServer(id));
  for (const server of servers) server.reports([waiting(3, "ranker")]);
  directory = new FakeDirectory(servers);
  start();
  await pass(5);
});

afterEach(() => {
  stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe("a rule", () => {
  it("[ALERT-1] [ALERT-2] [ALERT-6] fires when it has held for its time, and ends when all has been well for 15 s", async () => {
    const id = alerts.save(null, rule);
    servers[0]?.reports([waiting(70, "ranker"), waiting(2, "other")]);
    await pass(15);
    expect(alerts.state).toMatchObject({ rules: [{ pending: 1, firing: 0 }], firing: [] });
    await pass(10);
    expect(alerts.state.rules).toMatchObject([{ id, pending: 0, firing: 1 }]);
    expect(events.list()).toMatchObject([
      {
        level: "warning",
        source: "alerts",
        message: "Queue: ranker on ONE, queue depth at 70 requests.",
        mark: { kind: "alert", serverId: "one", model: "ranker" },
      },
    ]);
    servers[0]?.reports([waiting(90, "ranker")]);
    await pass(5);
    servers[0]?.reports([waiting(4, "ranker")]);
    await pass(25);
    expect(alerts.state.firing).toEqual([]);
    expect(alerts.past(10)).toMatchObject([{ endedBy: "well", worst: 90, model: "ranker" }]);
    expect(messages().at(-1)).toBe("Queue: ranker on ONE is resolved.");
  });

  it("[ALERT-3] continues while its server is silent, for five minutes", async () => {
    alerts.save(null, { ...rule, forSeconds: 0 });
    servers[0]?.reports([waiting(70)]);
    await pass(6);
    if (servers[0]) servers[0].answer = () => Promise.reject(new Error("gone"));
    await pass(280);
    expect(alerts.state.firing).toHaveLength(1);
    await pass(40);
    expect(alerts.past(1)).toMatchObject([{ endedBy: "unknown" }]);
  });

  it("[ALERT-4] reports a lost server, and that it is back", async () => {
    alerts.save(null, { ...rule, name: "Lost", condition: { kind: "lost" }, forSeconds: 10 });
    const [server] = servers;
    if (!server) return;
    server.answer = () => Promise.reject(new Error("gone"));
    server.become({ state: "stale", nextTry: clock.now() + 3_600_000 });
    await pass(20);
    expect(messages()).toEqual(["Lost: ONE does not answer."]);
    server.reports([]);
    server.become({ state: "live", nextTry: null });
    await pass(20);
    expect(messages().at(-1)).toBe("Lost: ONE is resolved.");
  });

  it("[ALERT-4] reports a model that does not serve", async () => {
    alerts.save(null, {
      ...rule,
      name: "Down",
      condition: { kind: "notReady", model: null },
      forSeconds: 0,
    });
    const model = {
      name: "ranker",
      versions: [],
      state: "unavailable" as const,
      reason: null,
      facts: [],
    };
    servers[0]?.reports([], { models: [model, { ...model, name: "other", state: "ready" }] });
    await pass(6);
    expect(messages()).toEqual(["Down: ranker on ONE is not ready."]);
  });

  it("[ALERT-5] that is changed or removed ends what fires, as does the removal of a server", async () => {
    const id = alerts.save(null, { ...rule, forSeconds: 0 });
    for (const server of servers) server.reports([waiting(70)]);
    await pass(6);
    expect(alerts.state.firing).toHaveLength(2);
    directory.set(servers.slice(0, 1));
    expect(alerts.past(1)).toMatchObject([{ serverId: "two", endedBy: "gone" }]);
    await pass(1);
    alerts.save(id, { ...rule, enabled: false });
    expect(alerts.past(1)).toMatchObject([{ serverId: "one", endedBy: "rule" }]);
    expect(alerts.state.firing).toEqual([]);
    alerts.remove(id);
    expect(alerts.state.rules).toEqual([]);
    expect(() => alerts.remove(id)).toThrow(/no alert rule/);
  });

  it("[ALERT-1] keeps to its scope", async () => {
    const holds = { ...rule, forSeconds: 0 };
    alerts.save(null, { ...holds, scope: { kind: "servers", ids: ["two"] } });
    alerts.save(null, { ...holds, scope: { kind: "fleet", id: 7 } });
    observers.add(new FakeServer("fleet-7/a"));
    for (const server of servers) server.reports([waiting(70)]);
    await pass(6);
    expect(alerts.state.firing.map(({ serverId }) => serverId)).toEqual(["two"]);
    const replica = observers.of("fleet-7/a").server as FakeServer;
    replica.reports([waiting(80)]);
    await pass(6);
    expect(alerts.state.firing.map(({ serverId }) => serverId)).toContain("fleet-7/a");
  });

  it("[ALERT-11] looks at a fleet as a whole, by its sums", async () => {
    const replicas = ["a", "b", "c"].map((key) => new FakeServer(`fleet-7/${key}`));
    const removals = replicas.map((each) => observers.add(each));
    const [first, second] = replicas;
    alerts.save(null, { ...rule, forSeconds: 10, scope: { kind: "whole", id: 7 } });
    for (const each of replicas) each.reports([waiting(15, "ranker")]);
    await pass(30);
    expect(alerts.state.firing).toEqual([]);
    first?.reports([waiting(30, "ranker")]);
    await pass(20);
    expect(messages()).toEqual(["Queue: ranker on chat, queue depth at 60 requests."]);
    expect(alerts.state.firing).toMatchObject([{ serverId: "fleet-7", server: "chat", value: 60 }]);
    removals[2]?.[Symbol.dispose]();
    second?.reports([waiting(1, "ranker")]);
    await pass(30);
    expect(messages().at(-1)).toBe("Queue: ranker on chat is resolved.");
    const lost = { ...rule, name: "Lost", forSeconds: 0, condition: { kind: "lost" } as const };
    alerts.save(null, { ...lost, scope: { kind: "whole", id: 7 } });
    first?.become({ state: "stale", nextTry: clock.now() + 3_600_000 });
    await pass(10);
    expect(alerts.state.firing).toEqual([]);
    second?.become({ state: "stale", nextTry: clock.now() + 3_600_000 });
    await pass(10);
    expect(messages().at(-1)).toBe("Lost: chat does not answer.");
    fleets.delete(7);
    await pass(6);
    expect(alerts.state.firing).toEqual([]);
    expect(alerts.past(1)).toMatchObject([{ endedBy: "gone" }]);
  });

  it("[ALERT-6] and its firings outlive the host", async () => {
    alerts.save(null, { ...rule, forSeconds: 0 });
    servers[0]?.reports([waiting(70)]);
    await pass(6);
    stop();
    start();
    expect(alerts.past(1)).toMatchObject([{ endedBy: "console", model: "a" }]);
    await pass(6);
    expect(alerts.state).toMatchObject({
      rules: [{ name: "Queue", firing: 1 }],
      firing: [{ value: 70 }],
    });
  });

  it("[ALERT-6] reads firings of earlier versions without the rule's name", () => {
    const detail = "ranker on ONE, queue depth at 70 requests.";
    const { detail: _, ...earlier } = firing(detail);
    data.db.run(
      "INSERT INTO alert_firings (fired_at, ended_at, firing) VALUES (?, ?, ?)",
      1,
      2,
      JSON.stringify({ ...earlier, message: `Queue: ${detail}` }),
    );
    expect(alerts.past(1)).toMatchObject([{ rule: "Queue", detail }]);
  });

  it("[ALERT-6] fires all the same where nothing can be written, and is kept later", async () => {
    alerts.save(null, { ...rule, forSeconds: 0 });
    data.db.run("ALTER TABLE alert_firings RENAME TO elsewhere");
    servers[0]?.reports([waiting(70)]);
    await pass(12);
    expect(alerts.state.firing).toHaveLength(1);
    expect(messages()).toEqual([
      expect.stringContaining("Queue: a on ONE"),
      expect.stringContaining("Can't save alert history"),
    ]);
    data.db.run("ALTER TABLE elsewhere RENAME TO alert_firings");
    servers[0]?.reports([waiting(1)]);
    await pass(25);
    expect(alerts.past(1)).toMatchObject([{ endedBy: "well" }]);
  });

  it("[ALERT-7] that is silenced is followed and raises nothing; what is acknowledged continues", async () => {
    const id = alerts.save(null, { ...rule, forSeconds: 0 });
    alerts.silence(id, 10);
    servers[0]?.reports([waiting(70)]);
    await pass(6);
    expect(events.list()).toEqual([]);
    const [firing] = alerts.state.firing;
    expect(firing).toMatchObject({ silenced: true, acknowledgedAt: null });
    alerts.acknowledge(firing?.id ?? 0);
    expect(alerts.state.firing[0]?.acknowledgedAt).toBe(clock.now());
    expect(alerts.state.rules[0]?.silencedUntil).toBeGreaterThan(clock.now());
    await pass(600);
    expect(alerts.state.rules[0]?.silencedUntil).toBeNull();
    expect(() => alerts.acknowledge(4711)).toThrow(/fires no more/);
  });

  it("[ALERT-7] that still fires when its silence ends is reported then", async () => {
    const id = alerts.save(null, { ...rule, forSeconds: 0 });
    alerts.silence(id, 1);
    servers[0]?.reports([waiting(70)]);
    await pass(30);
    expect(events.list()).toEqual([]);
    await pass(40);
    expect(messages()).toEqual(["Queue: a on ONE, queue depth at 70 requests."]);
    expect(alerts.state.firing).toMatchObject([{ silenced: false }]);
  });

  it("[ALERT-9] keeps the metric that it asks for", async () => {
    const key = { kind: "metric", name: "depth", labels: {}, as: "value" } as const;
    const id = alerts.save(null, {
      ...rule,
      forSeconds: 0,
      condition: { kind: "metric", key, comparison: "over", threshold: 5 },
    });
    servers[1]?.reports([], { exposition: 'depth{q="a"} 4\ndepth{q="b"} 3\n' });
    await pass(12);
    expect(messages()).toEqual(["Queue: TWO, depth at 7."]);
    alerts.remove(id);
    expect(observers.of("two").subscriptions.keys()).toEqual([]);
  });
});

describe("[ALERT-8] a preview", () => {
  const rowAt = (t: number, value: number, seconds = 10): Row => {
    const parts = [
      {
        form: "gauge",
        figure: "waiting",
        model: "a",
        source: "x",
        across: "sum",
        sum: value,
        readings: 1,
      },
    ] as const;
    return { t, layout: layouts.of(parts, null), bytes: pack({ seconds, parts }) };
  };
  const hour = 3_600_000;

  it("walks through what is kept", async () => {
    const rows = async (_: unknown, from: number, to: number) =>
      Array.from({ length: 360 }, (_each, n) =>
        rowAt(from + (n + 1) * 10_000, n % 60 < 5 ? 80 + n : 3),
      ).filter(({ t }) => t <= to);
    const only = { ...rule, scope: { kind: "servers" as const, ids: ["one"] } };
    const preview = await previewAlert(only, 1, { now: clock.now(), observers, readRows: rows });
    expect(preview).toMatchObject({ count: 6, stepSeconds: 10, series: 1, unavailable: null });
    expect(preview.firings[0]).toMatchObject({ server: "ONE", model: "a", worst: 384 });
    const longer = await previewAlert({ ...only, forSeconds: 60 }, 1, {
      now: clock.now(),
      observers,
      readRows: rows,
    });
    expect(longer.count).toBe(0);
  });

  it("[ALERT-11] puts the rows of a fleet's replicas together", async () => {
    for (const key of ["a", "b"]) observers.add(new FakeServer(`fleet-7/${key}`));
    const rows = async (_: unknown, from: number) =>
      Array.from({ length: 60 }, (_each, n) => rowAt(from + (n + 1) * 10_000, n < 30 ? 20 : 30));
    const preview = await previewAlert({ ...rule, scope: { kind: "whole", id: 7 } }, 1, {
      now: clock.now(),
      observers,
      readRows: rows,
      fleetName: () => "chat",
    });
    expect(preview).toMatchObject({
      count: 1,
      series: 1,
      firings: [{ server: "chat", worst: 60 }],
    });
  });

  it("counts each row for as long as it is, and says since when anything is known", async () => {
    const rows = async () => {
      const coarse = [300, 600, 900, 1200].map((s) => rowAt(s * 1000, s === 600 ? 80 : 3, 300));
      const late = [8000, 8010, 8020, 8030].map((s) => rowAt(s * 1000, 80));
      return [...coarse, ...late];
    };
    const only = { ...rule, scope: { kind: "servers" as const, ids: ["one"] }, forSeconds: 60 };
    const preview = await previewAlert(only, 24, { now: 9_000_000, observers, readRows: rows });
    expect(preview).toMatchObject({ from: 300_000, count: 1, firings: [{ from: 600_000 }] });
  });

  it("says how far it looked, and what is unknown", async () => {
    for (let n = 0; n < 200; n++) observers.add(new FakeServer(`fleet-1/${n}`));
    const all = await previewAlert({ ...rule, scope: { kind: "fleet", id: 1 } }, 24, {
      now: clock.now(),
      observers,
      readRows: async () => [],
    });
    expect(all.stepSeconds).toBe(300);
    expect((all.to - all.from) / hour).toBeCloseTo(8.33, 1);
    const lost = await previewAlert({ ...rule, condition: { kind: "lost" } }, 24, {
      now: clock.now(),
      observers,
      readRows: async () => [],
    });
    expect(lost.unavailable).toMatch(/not kept/);
  });
});
