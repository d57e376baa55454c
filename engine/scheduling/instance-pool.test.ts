import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { BackendInstance } from "../backends/backend.ts";
import { StatusError } from "../../base/status-error.ts";
import { poolPlaces } from "../testing/pool-places.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import { InstancePool } from "./instance-pool.ts";

const lost = new StatusError("INTERNAL", "instance 'm_0' ended unexpectedly");

/** A pool that records when instances are created and closed. */
async function lab(count: number) {
  const log: string[] = [];
  const losses = new Map<string, (error: StatusError) => void>();
  const state = { freed: 0, exhausted: 0, loading: new Map<string, Promise<void>>(), refuse: "" };
  const pool = await InstancePool.open({
    places: poolPlaces(count),
    async create({ name }, total, onLost) {
      losses.set(name, onLost);
      await state.loading.get(name);
      if (name === state.refuse) throw new StatusError("INTERNAL", `no room for ${name}`);
      log.push(`create ${name} of ${total}`);
      return { name, close: async () => void log.push(`close ${name}`) } as BackendInstance;
    },
    onFreed: () => void (state.freed += 1),
    onExhausted: () => void (state.exhausted += 1),
  });
  log.length = 0;
  /** Loses an instance that can't be replaced. */
  const loseForGood = async (name: string, onLost = losses.get(name)) => {
    const { refuse } = state;
    state.refuse = name;
    onLost?.(lost);
    await turn();
    state.refuse = refuse;
  };
  return { pool, log, losses, state, loseForGood };
}

it("[PYTHON-PROC-5] waits longer before each further replacement, and stops waiting when it is closed", async () => {
  const clock = new VirtualClock();
  const losses: ((error: StatusError) => void)[] = [];
  let closed = 0;
  const pool = await InstancePool.open({
    places: poolPlaces(1),
    async create({ name }, _total, onLost) {
      losses.push(onLost);
      return { name, close: async () => void (closed += 1) } as BackendInstance;
    },
    onFreed: () => {},
    onExhausted: () => {},
    restartDelaysMs: [0, 1000, 5000],
    clock,
  });
  const lose = async () => {
    losses.at(-1)?.(lost);
    await turn();
  };
  await lose();
  expect(losses).toHaveLength(2);
  await lose();
  expect(losses).toHaveLength(2);
  await clock.advance(999e6);
  expect(losses).toHaveLength(2);
  await clock.advance(1e6);
  await turn();
  expect(losses).toHaveLength(3);
  await lose();
  await pool.close();
  await clock.advance(5000e6);
  await turn();
  expect(losses).toHaveLength(3);
  expect(closed).toBe(0);
});

it("[SCHED-D3] is not exhausted while an instance is being created", async () => {
  const { pool, losses, state } = await lab(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  state.loading.set("m_1", promise);
  losses.get("m_1")?.(lost);
  for (let i = 0; i < 4; i++) {
    losses.get("m_0")?.(lost);
    await turn();
  }
  expect(state.exhausted).toBe(0);
  resolve();
  await turn();
  expect(pool.idle).toBe(true);
  for (let i = 0; i < 3; i++) {
    losses.get("m_1")?.(lost);
    await turn();
  }
  expect(state.exhausted).toBe(1);
});

it("[SCHED-D4] changes the number of instances while one runs: new ones first, the old one after its batch", async () => {
  const { pool, log, state } = await lab(1);
  const batch = Promise.withResolvers<void>();
  const running = pool.use(() => batch.promise);
  await pool.resize(poolPlaces(3));
  expect(log).toEqual(["create m_0 of 3", "create m_1 of 3", "create m_2 of 3"]);
  expect(pool.size).toBe(3);
  expect(pool.busy).toBe(1);
  expect(state.freed).toBe(1);
  const used = [await pool.use(async ({ name }) => name)];
  expect(used).toEqual(["m_0"]);
  batch.resolve();
  await running;
  await turn();
  expect(log.slice(3)).toEqual(["close m_0"]);
  expect(pool.busy).toBe(0);
});

it("[SCHED-D4] stays unchanged if a new instance can't be created", async () => {
  const { pool, log, state } = await lab(1);
  state.refuse = "m_1";
  await expect(pool.resize(poolPlaces(2))).rejects.toThrow("no room for m_1");
  expect(log).toEqual(["create m_0 of 2", "close m_0"]);
  expect(pool.size).toBe(1);
  expect(pool.idle).toBe(true);
});

describe("the only instance is lost while its replacements are created", () => {
  /** `made` lets the last of the two new ones come. */
  async function replacing() {
    const { pool, losses, state, loseForGood } = await lab(1);
    const made = Promise.withResolvers<void>();
    const old = losses.get("m_0");
    state.loading.set("m_1", made.promise);
    const resized = pool.resize(poolPlaces(2));
    await turn();
    await loseForGood("m_0", old);
    expect(pool.idle).toBe(false);
    expect(state.exhausted).toBe(0);
    return { pool, state, resized, made: made.resolve };
  }

  it("[SCHED-D4] the new ones take over", async () => {
    const { pool, state, resized, made } = await replacing();
    made();
    await resized;
    expect(pool.size).toBe(2);
    expect(pool.idle).toBe(true);
    expect(state.exhausted).toBe(0);
  });

  it("[SCHED-D3] [SCHED-D4] nothing is left if they can't be created", async () => {
    const { state, resized, made } = await replacing();
    state.refuse = "m_1";
    made();
    await expect(resized).rejects.toThrow("no room for m_1");
    expect(state.exhausted).toBe(1);
  });
});

it("[SCHED-D4] an instance for an abandoned place is closed once created", async () => {
  const { pool, log, losses, state } = await lab(1);
  const [made, replaced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  state.loading.set("m_1", made.promise);
  const resized = pool.resize(poolPlaces(2));
  await turn();
  state.loading.set("m_0", replaced.promise);
  losses.get("m_0")?.(lost);
  state.refuse = "m_1";
  made.resolve();
  await expect(resized).rejects.toThrow("no room for m_1");
  log.length = 0;
  replaced.resolve();
  await turn();
  expect(log).toEqual(["create m_0 of 2", "close m_0"]);
});

it("also closes retired instances, after their batch", async () => {
  const { pool, log } = await lab(2);
  const batch = Promise.withResolvers<void>();
  const running = pool.use(() => batch.promise);
  await pool.resize(poolPlaces(1));
  await pool.close();
  batch.resolve();
  await running;
  expect(log.filter((line) => line.startsWith("close")).sort()).toEqual([
    "close m_0",
    "close m_0",
    "close m_1",
  ]);
});
