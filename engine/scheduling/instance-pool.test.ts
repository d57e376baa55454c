import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { BackendInstance } from "../backends/backend.ts";
import { StatusError } from "../protocol/status.ts";
import { InstancePool } from "./instance-pool.ts";

const instance = { name: "m_0", kind: "KIND_CPU", close: async () => {} } as BackendInstance;
const lost = new StatusError("INTERNAL", "instance 'm_0' ended unexpectedly");

it("[D3] is not exhausted while an instance is on its way into a place", async () => {
  const losses: ((error: StatusError) => void)[] = [];
  let loading: Promise<void> = Promise.resolve();
  let exhausted = 0;
  const pool = await InstancePool.open({
    count: 2,
    create: async (index, onLost) => {
      losses[index] = onLost;
      if (index === 1) await loading;
      return instance;
    },
    onFreed: () => {},
    onExhausted: () => void (exhausted += 1),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  loading = promise;
  losses[1]?.(lost);
  for (let i = 0; i < 4; i++) {
    losses[0]?.(lost);
    await turn();
  }
  expect(exhausted).toBe(0);
  resolve();
  await turn();
  expect(pool.idle).toBe(true);
  for (let i = 0; i < 3; i++) {
    losses[1]?.(lost);
    await turn();
  }
  expect(exhausted).toBe(1);
});
