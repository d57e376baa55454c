import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import type { RunningProbe } from "../../change-probes/index.ts";
import type { HeldConfig } from "../../configs/index.ts";
import type { ChangeProbe, Rollout, RolloutPlan } from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import { plainConnection } from "../../servers/index.ts";
import { openDataDirectory } from "../../store/index.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { fleetMigrations } from "../fleet-store.ts";
import { Fleets } from "../fleets.ts";
import { noMembers } from "../testing/no-members.ts";
import { fakePorts, type FakeReplica, requests } from "../testing/fake-replica.ts";
import type { DeltaPart } from "../../telemetry/index.ts";
import type { Foreseen } from "./checks.ts";
import type { ConfigPort } from "./rollout-run.ts";
import { Rollouts } from "./rollouts.ts";

const NEW = 'name: "m"\nbackend: "identity"\nmax_batch_size: 8\n';
const limits = { failureShare: 0.01, rejectedShare: 0.01, queueTimes: 2, latencyTimes: 1.5 };
const signal = new AbortController().signal;

const directories: string[] = [];
afterEach(() => {
  for (const each of directories.splice(0)) fs.rmSync(each, { recursive: true, force: true });
});

/** What each server serves, with the outcomes of loads that a test sets. */
class Doubles implements ConfigPort {
  readonly serving = new Map<string, string>();
  readonly calls: string[] = [];
  serveWith: ((serverId: string) => Promise<void>) | null = null;
  readBack: { path: string; before: string; after: string }[] = [];
  foreseen: Partial<Foreseen> = {};

  async effect({ serverId }: { serverId: string }, text: string): Promise<Foreseen> {
    const kind = this.#on(serverId) === text ? "none" : "reload";
    const changes =
      kind === "none" ? [] : [{ path: "text", before: this.#on(serverId), after: text }];
    return {
      kind,
      reason: "",
      changes,
      ensembles: { refused: [], unjudged: [] },
      ...this.foreseen,
    };
  }

  async held({ serverId }: { serverId: string }): Promise<HeldConfig> {
    const text = this.#on(serverId);
    return { text, override: true, servedJson: "{}", servedEtag: text };
  }

  async serve({ serverId }: { serverId: string }, text: string) {
    this.calls.push(`serve ${serverId}`);
    await this.serveWith?.(serverId);
    this.serving.set(serverId, text);
    return { readBack: { changed: this.readBack, completed: [] }, stopped: [] };
  }

  async restore({ serverId }: { serverId: string }, held: HeldConfig) {
    this.calls.push(`restore ${serverId}`);
    this.serving.set(serverId, held.text);
  }

  #on(serverId: string): string {
    return this.serving.get(serverId) ?? "old";
  }
}

/** The results of probes, by server. */
class ProbeDoubles {
  readonly found = new Map<string, Partial<ChangeProbe>>();

  async begin({ serverId }: { serverId: string }): Promise<RunningProbe> {
    const found = this.found.get(serverId) ?? {};
    const exceeded = new AbortController();
    if ((found.counts?.failed ?? 0) > 0) exceeded.abort();
    const double = {
      probe: {
        counts: { ...counts, failed: 0 },
        endedAt: found.state === "notRun" ? 1 : null,
        ...found,
      },
      exceeded: exceeded.signal,
      limitFailures: () => {},
      finish: async () => {
        double.probe = { ...double.probe, state: "done", endedAt: 1 };
        return double.probe;
      },
    };
    return double as unknown as RunningProbe;
  }
}

const counts = {
  sent: 60,
  ok: 58,
  failed: 2,
  lost: 0,
  late: 0,
  longestGapMs: 54,
  slowestMs: 4,
  sendDelayMs: 0,
  firstFailure: "UNAVAILABLE: not ready",
  byConnection: null,
};

function setUp(directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-rollouts-"))) {
  if (!directories.includes(directory)) directories.push(directory);
  const data = openDataDirectory(directory, fleetMigrations);
  const { db } = data;
  const clock = new ManualClock();
  const ports = fakePorts();
  const configs = new Doubles();
  const events = new HostEvents();
  const resolver = { addresses: async () => [], services: async () => [] };
  const fleets = new Fleets({
    ...ports,
    db,
    clock,
    events,
    resolver,
    workloads: () => noMembers("none"),
  });
  if (fleets.list().length === 0)
    fleets.add({
      members: {
        kind: "listed",
        members: ["a", "b", "c"].map((name) => ({
          name,
          grpc: `${name}:1`,
          http: "",
          metrics: "",
        })),
      },
      template: {
        ...plainConnection({ grpc: "a:1", http: "", metrics: "" }, "triton"),
        name: "Fleet",
      },
    });
  for (const replica of ports.opened) replica.answer(clock.now());
  const probes = new ProbeDoubles();
  const rollouts = new Rollouts({ fleets, configs, probes, db, clock, events });
  const [fleet] = fleets.list();
  const plan = (part: Partial<RolloutPlan> = {}): RolloutPlan => ({
    fleetId: fleet?.id ?? 0,
    model: "m",
    text: NEW,
    note: "",
    replicas: [],
    watchSeconds: 0,
    limits,
    onFailure: "stop",
    probe: null,
    ...part,
  });
  let notified: Rollout[] = [];
  rollouts.topics["fleets.rollouts"](
    { fleetId: fleet?.id ?? 0 },
    { event: (all) => (notified = all), error: () => {} },
  );
  return {
    directory,
    db,
    clock,
    ports,
    configs,
    probes,
    events,
    rollouts,
    fleet: fleet as NonNullable<typeof fleet>,
    plan,
    start: async (part: Partial<RolloutPlan> = {}) =>
      (await rollouts.requests["fleets.startRollout"](plan(part), signal)).rolloutId,
    ask: (name: "pauseRollout" | "resumeRollout" | "cancelRollout", rolloutId: number) =>
      rollouts.requests[`fleets.${name}`]({ rolloutId }, signal),
    restore: (rolloutId: number, replica = "") =>
      rollouts.requests["fleets.restoreRollout"]({ rolloutId, replica }, signal),
    newest: () => notified[0] as Rollout,
    one: (id: number) => notified.find((each) => each.id === id),
    states: () => (notified[0]?.steps ?? []).map(({ state }) => state),
    until: (state: Rollout["state"]) =>
      vi.waitFor(() => expect(notified[0]?.state).toBe(state), { interval: 1 }),
    at: (index: number) => ports.opened[index] as FakeReplica,
    close: async () => {
      await rollouts[Symbol.asyncDispose]();
      fleets[Symbol.dispose]();
      data.close();
    },
  };
}

const servers = ["fleet-1/a:1", "fleet-1/b:1", "fleet-1/c:1"];

/** Lets a replica answer until this many seconds from now are covered. */
async function pass(
  { clock, at }: Pick<ReturnType<typeof setUp>, "clock" | "at">,
  index: number,
  parts: readonly DeltaPart[],
): Promise<void> {
  for (let answers = 0; answers < 2; answers++) {
    await clock.advance(5000);
    at(index).answer(clock.now(), { parts });
    await clock.advance(0);
  }
}

describe("[FLEET-R15] a probe of each replica (PROBE-10)", () => {
  const probe = { rate: 20, lateMs: null, maxFailed: 1 };

  it("keeps its result with the replica that kept the configuration", async () => {
    const all = setUp();
    for (const id of servers) all.probes.found.set(id, { counts: { ...counts, failed: 0 } });
    await all.start({ probe });
    await all.until("done");
    expect(all.newest().steps.map((step) => step.probe?.counts.sent)).toEqual([60, 60, 60]);
    await all.close();
  });

  it("fails the replica that loses more than is allowed, and puts it back", async () => {
    const all = setUp();
    all.probes.found.set("fleet-1/b:1", { counts });
    await all.start({ probe, onFailure: "putBackOne" });
    await all.until("failed");
    expect(all.newest().words).toContain("2 of its probe's requests failed or were lost (limit 1)");
    expect(all.newest().words).toContain("2 failed");
    expect(all.configs.calls).toEqual([
      "serve fleet-1/a:1",
      "serve fleet-1/b:1",
      "restore fleet-1/b:1",
    ]);
    await all.close();
  });

  it("loads nothing where no probe can run", async () => {
    const all = setUp();
    all.probes.found.set("fleet-1/a:1", { state: "notRun", reason: "It takes sequences." });
    await all.start({ probe });
    await all.until("failed");
    expect(all.newest().words).toContain("no probe can run. It takes sequences.");
    expect(all.configs.calls).toEqual([]);
    await all.close();
  });
});

const latency = (ms: number): DeltaPart => ({
  form: "ratio",
  figure: "latencyMs",
  model: "m",
  source: "test",
  part: ms * 500,
  whole: 500,
});
const failures = (perSecond: number): DeltaPart =>
  ({
    ...requests("m", perSecond),
    figure: "failuresPerSecond",
  }) as DeltaPart;

describe("a rollout", () => {
  it("[FLEET-R1] takes one replica after the other", async () => {
    const test = setUp();
    await test.start();
    await test.until("done");
    expect(test.configs.calls).toEqual(servers.map((id) => `serve ${id}`));
    expect([...test.configs.serving.values()]).toEqual([NEW, NEW, NEW]);
    expect(test.newest().words).toBe("Every replica serves with the new configuration.");
    await test.close();
  });

  it("[FLEET-R4] keeps what it changed on each replica, nothing where it served already", async () => {
    const test = setUp();
    test.configs.serving.set("fleet-1/b:1", NEW);
    await test.start();
    await test.until("done");
    const changed = [{ path: "text", before: "old", after: NEW }];
    expect(test.newest().steps.map(({ changes }) => changes)).toEqual([changed, [], changed]);
    await test.close();
  });

  it("[FLEET-R2] is the only one of its fleet", async () => {
    const test = setUp();
    const id = await test.start({ watchSeconds: 5 });
    await expect(test.start()).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: `Rollout ${id} is running in this fleet; there is one at a time.`,
    });
    await test.close();
  });

  it("[FLEET-R3] begins only with a text that can be right, over replicas that answer and take loads", async () => {
    const test = setUp();
    await expect(test.start({ text: "max_batch_size: many" })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    await expect(test.start({ model: "other", text: 'backend: "identity"' })).rejects.toThrow(
      "No replica of Fleet has a model 'other'.",
    );
    test.at(1).silent(1);
    await expect(test.start()).rejects.toThrow(
      "b doesn't answer; fix it or leave it out, then roll out.",
    );
    expect(test.configs.calls).toEqual([]);
    await test.close();
  });

  it("[FLEET-R5] stops where the configuration does not read back as asked", async () => {
    const test = setUp();
    test.configs.readBack = [{ path: "max_batch_size", before: "8", after: "4" }];
    await test.start();
    await test.until("failed");
    expect(test.newest().words).toBe(
      "a: It serves with another 'max_batch_size' than asked: 4 in place of 8.",
    );
    expect(test.states()).toEqual(["failed", "waiting", "waiting"]);
    expect(test.configs.calls).toHaveLength(1);
    await test.close();
  });

  it("[FLEET-R6] watches before and after, and stops when latency gets worse", async () => {
    const test = setUp();
    await test.start({ watchSeconds: 10, onFailure: "putBackAll" });
    const calm = [requests("m", 100), latency(10)];
    await pass(test, 0, calm);
    await vi.waitFor(() => expect(test.states()[0]).toBe("watching"));
    await pass(test, 0, calm);
    await vi.waitFor(() => expect(test.states()).toEqual(["done", "measuring", "waiting"]));
    await pass(test, 1, calm);
    await vi.waitFor(() => expect(test.states()[1]).toBe("watching"));
    await pass(test, 1, [requests("m", 100), latency(40)]);
    await test.until("failed");
    expect(test.newest().steps[1]).toMatchObject({
      before: { requests: 1000, latencyMs: 10 },
      after: { requests: 1000, latencyMs: 40 },
    });
    expect(test.newest().words).toBe(
      "b: The mean latency rose from 10.0 ms to 40.0 ms; at most 1.5 times as much was allowed.",
    );
    // [FLEET-R7] [FLEET-R9] All are restored, the last first.
    expect(test.configs.calls).toEqual([
      "serve fleet-1/a:1",
      "serve fleet-1/b:1",
      "restore fleet-1/b:1",
      "restore fleet-1/a:1",
    ]);
    expect(test.states()).toEqual(["putBack", "putBack", "waiting"]);
    await test.close();
  });

  it("[FLEET-R6] stops when failures rise, and does not compare what had no traffic", async () => {
    const test = setUp();
    await test.start({ watchSeconds: 10, replicas: ["a:1"] });
    await pass(test, 0, []);
    await vi.waitFor(() => expect(test.states()[0]).toBe("watching"));
    await pass(test, 0, [requests("m", 90), failures(10)]);
    await test.until("failed");
    expect(test.newest().words).toBe(
      "a: Failures rose from 0 % to 10 % of the requests; at most 1 % more were allowed.",
    );
    await test.close();
    const quiet = setUp();
    await quiet.start({ watchSeconds: 10, replicas: ["a:1"] });
    await pass(quiet, 0, [requests("m", 0)]);
    await vi.waitFor(() => expect(quiet.states()[0]).toBe("watching"));
    await pass(quiet, 0, [requests("m", 0)]);
    await quiet.until("done");
    expect(quiet.newest().steps[0]?.words).toBe(
      "Serves with the new configuration. There was no traffic, so that nothing could be compared.",
    );
    await quiet.close();
  });

  it("[FLEET-R7] restores that replica alone, or nothing, as it was planned", async () => {
    for (const onFailure of ["putBackOne", "stop"] as const) {
      const test = setUp();
      test.configs.serveWith = async (id) => {
        if (id === servers[1]) test.configs.readBack = [{ path: "x", before: "1", after: "2" }];
      };
      await test.start({ onFailure });
      await test.until("failed");
      const back = test.configs.calls.filter((call) => call.startsWith("restore"));
      expect(back).toEqual(onFailure === "stop" ? [] : ["restore fleet-1/b:1"]);
      expect(test.newest().steps.map(({ changed }) => changed)).toEqual([
        true,
        onFailure === "stop",
        false,
      ]);
      await test.close();
    }
  });

  it("[FLEET-R8] takes a rejected load for none, and a server's silence for one", async () => {
    for (const [code, changed] of [
      ["INVALID_ARGUMENT", false],
      ["UNAVAILABLE", true],
    ] as const) {
      const test = setUp();
      test.configs.serveWith = () => Promise.reject(new StatusError(code, "No."));
      await test.start();
      await test.until("failed");
      expect(test.newest().steps[0]).toMatchObject({ state: "failed", words: "No.", changed });
      await test.close();
    }
  });

  it("[FLEET-R9] keeps a replica that cannot be restored as changed, to be restored later", async () => {
    const test = setUp();
    const id = await test.start();
    await test.until("done");
    const restore = test.configs.restore.bind(test.configs);
    test.configs.restore = (key, held) =>
      key.serverId === servers[1]
        ? Promise.reject(new StatusError("UNAVAILABLE", "No answer."))
        : restore(key, held);
    await test.restore(id);
    await test.until("failed");
    expect(test.newest().words).toBe("Restored. One replica couldn't be restored.");
    expect(test.newest().steps.map(({ changed }) => changed)).toEqual([false, true, false]);
    test.configs.restore = restore;
    await test.restore(id, "b:1");
    await test.until("putBack");
    expect([...test.configs.serving.values()]).toEqual(["old", "old", "old"]);
    await test.close();
  });

  it("[FLEET-R6] gives up a replica that is silent while it is watched", async () => {
    const test = setUp();
    await test.start({ watchSeconds: 10 });
    test.at(0).silent(test.clock.now());
    await test.clock.advance(40_000);
    await test.until("failed");
    expect(test.newest().words).toBe("a: It did not answer while it was watched: No answer.");
    expect(test.configs.calls).toEqual([]);
    await test.close();
  });

  it("[FLEET-R10] pauses between replicas, and continues", async () => {
    const test = setUp();
    const gate = Promise.withResolvers<void>();
    test.configs.serveWith = () => gate.promise;
    const id = await test.start();
    await vi.waitFor(() => expect(test.states()[0]).toBe("applying"));
    await test.ask("pauseRollout", id);
    gate.resolve();
    await test.until("paused");
    expect(test.states()).toEqual(["done", "waiting", "waiting"]);
    await test.ask("resumeRollout", id);
    await test.until("done");
    await test.close();
  });

  it("[FLEET-R10] ends watching when it is cancelled, and says what serves", async () => {
    const test = setUp();
    const id = await test.start({ watchSeconds: 10 });
    await pass(test, 0, []);
    await vi.waitFor(() => expect(test.states()[0]).toBe("watching"));
    await test.ask("cancelRollout", id);
    await test.until("cancelled");
    expect(test.newest().words).toBe("Cancelled. 1 of 3 replicas have the new configuration.");
    expect(test.newest().steps[0]).toMatchObject({
      state: "done",
      words: "Serves with the new configuration; it was not observed to the end.",
    });
    await test.close();
  });

  it("[FLEET-R4] [FLEET-R11] is interrupted after the console was killed during it, and continues", async () => {
    const killed = setUp();
    const never = new Promise<void>(() => {});
    killed.configs.serveWith = (id) => (id === servers[1] ? never : Promise.resolve());
    const id = await killed.start();
    await vi.waitFor(() => expect(killed.states()).toEqual(["done", "applying", "waiting"]));
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-rollouts-"));
    fs.cpSync(killed.directory, copy, { recursive: true, filter: (file) => !/lock/.test(file) });
    const test = setUp(copy);
    expect(test.newest()).toMatchObject({ id, state: "interrupted" });
    expect(test.states()).toEqual(["done", "unknown", "waiting"]);
    expect(test.newest().steps[1]).toMatchObject({ changed: true });
    test.configs.serving.set(servers[0] as string, NEW);
    await test.ask("resumeRollout", id);
    await test.until("done");
    expect(test.configs.calls).toEqual(["serve fleet-1/b:1", "serve fleet-1/c:1"]);
    await test.restore(id);
    await test.until("putBack");
    expect([...test.configs.serving.values()]).toEqual(["old", "old", "old"]);
    await test.close();
  });

  it("[FLEET-R12] loads nothing where a replica serves with the text already", async () => {
    const test = setUp();
    test.configs.serving.set(servers[1] as string, NEW);
    await test.start({ watchSeconds: 0 });
    await test.until("done");
    expect(test.configs.calls).toEqual([`serve ${servers[0]}`, `serve ${servers[2]}`]);
    expect(test.newest().steps[1]).toMatchObject({
      changed: false,
      words: "It already had this configuration; nothing was loaded.",
    });
    await test.close();
  });

  it("[FLEET-R12] loads nothing that the server, or an ensemble of the model, would reject", async () => {
    for (const [foreseen, words] of [
      [{ kind: "refused" as const, reason: "It takes no loads." }, "a: It takes no loads."],
      [
        {
          ensembles: {
            refused: [{ ensemble: "e", message: "its shapes differ.", serves: true }],
            unjudged: [],
          },
        },
        "a: The ensemble 'e' would be rejected: its shapes differ.",
      ],
    ] as const) {
      const test = setUp();
      test.configs.foreseen = foreseen as Partial<Foreseen>;
      await test.start();
      await test.until("failed");
      expect(test.newest().words).toBe(words);
      expect(test.configs.calls).toEqual([]);
      await test.close();
    }
  });

  it("[FLEET-R13] stops where a replica restarts while it is watched", async () => {
    const test = setUp();
    await test.start({ watchSeconds: 10 });
    const calm = [requests("m", 100), latency(10)];
    await pass(test, 0, calm);
    await vi.waitFor(() => expect(test.states()[0]).toBe("watching"));
    await test.clock.advance(5000);
    test.configs.serving.delete(servers[0] as string);
    test.at(0).answer(test.clock.now(), { parts: [], restarts: 1 });
    await test.until("failed");
    expect(test.newest().words).toBe("a: It restarted or was replaced while it was watched.");
    expect(test.configs.calls).toHaveLength(1);
    await test.close();
  });

  it("[FLEET-R13] stops where one that was done has lost it, or was changed by someone", async () => {
    const restarted = setUp();
    restarted.configs.serveWith = async (id) => {
      if (id !== servers[1]) return;
      restarted.configs.serving.delete(servers[0] as string);
      restarted.at(0).answer(restarted.clock.now(), { restarts: 1 });
    };
    await restarted.start({ onFailure: "putBackAll" });
    await restarted.until("failed");
    expect(restarted.newest().words).toBe(
      "a: It was restarted or replaced since, and no longer has the new configuration.",
    );
    expect(restarted.configs.calls).toEqual([
      `serve ${servers[0]}`,
      `serve ${servers[1]}`,
      `restore ${servers[1]}`,
    ]);
    await restarted.close();
    const changed = setUp();
    changed.configs.serveWith = async (id) => {
      if (id === servers[2]) changed.configs.serving.set(servers[0] as string, "somebody's");
    };
    await changed.start();
    await changed.until("failed");
    expect(changed.newest().words).toBe("a: It was changed since: it has another configuration.");
    await changed.close();
  });

  it("[FLEET-R6] says so at the end where figures judged none, and compares no times of few", async () => {
    const test = setUp();
    await test.start({ watchSeconds: 10, replicas: ["a:1"] });
    await pass(test, 0, [requests("m", 1), latency(1)]);
    await vi.waitFor(() => expect(test.states()[0]).toBe("watching"));
    await pass(test, 0, [requests("m", 1), latency(90)]);
    await test.until("done");
    expect(test.newest().steps[0]?.words).toBe(
      "Serves with the new configuration. There were 10 requests before and 10 after it: too few to compare queue and latency.",
    );
    expect(test.newest().words).toBe(
      "Every replica serves with the new configuration. By their figures, none of 1 could be judged in full: there was too little traffic.",
    );
    await test.close();
  });

  it("[FLEET-R8] takes a load for done that failed and yet serves", async () => {
    const test = setUp();
    test.configs.serveWith = async (id) => {
      test.configs.serving.set(id, NEW);
      throw new StatusError("RESOURCE_EXHAUSTED", "It serves, but it isn't in the history.");
    };
    await test.start({ onFailure: "putBackOne" });
    await test.until("failed");
    expect(test.configs.calls).toEqual([`serve ${servers[0]}`, `restore ${servers[0]}`]);
    expect(test.configs.serving.get(servers[0] as string)).toBe("old");
    await test.close();
  });

  it("[FLEET-R9] says where the server reports another configuration than before, once restored", async () => {
    const test = setUp();
    const id = await test.start({ replicas: ["a:1"] });
    await test.until("done");
    test.configs.restore = async ({ serverId }) => {
      test.configs.serving.set(serverId, "nearly old");
    };
    await test.restore(id);
    await test.until("putBack");
    expect(test.newest().steps[0]?.words).toContain("the server now reports another");
    await test.close();
  });

  it("[FLEET-R9] puts nothing back under a later rollout, and says what is left of a part", async () => {
    const test = setUp();
    const first = await test.start();
    await test.until("done");
    const second = await test.start({ text: `${NEW}# again`, replicas: ["b:1"] });
    await vi.waitFor(() => expect(test.newest()).toMatchObject({ id: second, state: "done" }));
    await expect(async () => await test.restore(first)).rejects.toThrow(
      `Rollout ${second} has changed b since; restore that one first.`,
    );
    await test.restore(first, "a:1");
    await vi.waitFor(() => expect(test.one(first)).toMatchObject({ state: "cancelled" }));
    expect(test.one(first)?.words).toBe("2 of 3 replicas have the new configuration.");
    await test.close();
  });

  it("[FLEET-R11] does not continue where the console ended while it was being restored", async () => {
    const killed = setUp();
    const id = await killed.start();
    await killed.until("done");
    killed.configs.restore = () => new Promise(() => {});
    await killed.restore(id);
    await killed.until("puttingBack");
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-rollouts-"));
    fs.cpSync(killed.directory, copy, { recursive: true, filter: (file) => !/lock/.test(file) });
    const test = setUp(copy);
    expect(test.newest()).toMatchObject({ id, state: "failed" });
    expect(test.states()).toEqual(["done", "done", "unknown"]);
    await expect(async () => await test.ask("resumeRollout", id)).rejects.toThrow(
      "is over and can't be resumed",
    );
    await test.close();
  });

  it("[FLEET-R14] is broken off where its state cannot be kept, before the load", async () => {
    const test = setUp();
    const notified: string[] = [];
    test.events.onEvent(({ message }) => notified.push(message));
    const run = test.db.run.bind(test.db);
    test.db.run = (...args: Parameters<typeof run>) => {
      if (args[0].startsWith("UPDATE rollouts")) throw new StatusError("UNAVAILABLE", "Disk full.");
      return run(...args);
    };
    await test.start();
    await vi.waitFor(() => expect(notified.join()).toContain("was stopped: Disk full."));
    expect(test.configs.calls).toEqual([]);
    await test.close();
  });

  it("[FLEET-R2] keeps its fleet from being changed or removed in the meantime", async () => {
    const test = setUp();
    await test.start({ watchSeconds: 5 });
    expect(() => test.rollouts.refuseDuringRollout(test.fleet.id, "removed")).toThrow(
      "Rollout 1 of 'm' is running; pause it or wait for its end before the fleet is removed.",
    );
    await test.close();
    test.rollouts.refuseDuringRollout(test.fleet.id, "removed");
  });

  it("[FLEET-R3] takes each replica once, and only where the model is", async () => {
    const test = setUp();
    await test.start({ replicas: ["a:1", "a:1"] });
    await test.until("done");
    expect(test.states()).toEqual(["done"]);
    test.at(1).answer(1, { models: ["other"] });
    await expect(test.start({ replicas: ["b:1"] })).rejects.toThrow("b has no model 'm'.");
    await test.close();
  });
});
