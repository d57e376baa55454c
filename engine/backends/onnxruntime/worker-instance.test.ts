import { describe, expect, it } from "vitest";
import type { StatusError } from "../../../base/status-error.ts";
import { InstancePool } from "../../scheduling/instance-pool.ts";
import type { BatchInput } from "../backend.ts";
import { startThread } from "./threads.ts";
import { startWorkerInstance } from "./worker-instance.ts";

const MODULE = new URL("../../testing/crashing-worker.ts", import.meta.url);

function start(data: object, onLost: (error: StatusError) => void = () => {}) {
  return startWorkerInstance(startThread(MODULE, "echo_0", data), {
    name: "echo_0",
    kind: "KIND_CPU",
    deviceId: -1,
    provider: "test",
    onLost,
  });
}

function batch(firstByte: number): BatchInput {
  const buffer = new Uint8Array([firstByte, 1, 2, 3]).buffer;
  const tensor = {
    name: "INPUT0",
    datatype: "UINT8",
    shape: [1, 4],
    offset: 0,
    byteLength: 4,
  } as const;
  return { buffer, tensors: [tensor], items: [1], outputs: undefined };
}

/** A pool of crashing workers; counts how many it starts. */
async function crashingPool() {
  const seen = { started: 0, freed: 0, exhausted: [] as string[] };
  const pool = await InstancePool.open({
    places: [{ name: "echo_0", kind: "KIND_CPU", deviceId: -1, resources: [], priority: 0 }],
    create: (_place, _count, onLost) => {
      seen.started += 1;
      return start({}, onLost);
    },
    onFreed: () => {
      seen.freed += 1;
    },
    onExhausted: ({ message }) => void seen.exhausted.push(message),
  });
  const run = (byte: number) => pool.use((instance) => instance.execute(batch(byte)));
  return { pool, seen, run };
}

describe("a model instance on a worker thread", () => {
  it("executes batches one after the other and returns the buffer", async () => {
    const instance = await start({});
    const [first, second] = await Promise.all([
      instance.execute(batch(7)),
      instance.execute(batch(8)),
    ]);
    expect([...(first.outputs[0]?.data ?? [])]).toEqual([7, 1, 2, 3]);
    expect([...(second.outputs[0]?.data ?? [])]).toEqual([8, 1, 2, 3]);
    expect(first.buffer.byteLength).toBe(4);
    await instance.close();
  });

  it("fails the load when the thread ends while loading", async () => {
    await expect(start({ crashOnLoad: true })).rejects.toMatchObject({
      code: "INTERNAL",
      message: "the thread of echo_0 ended while loading: crashed on load",
    });
  });

  it("[SCHED-D1] reports a lost instance, then fails its batch", async () => {
    const lost: string[] = [];
    const instance = await start({}, ({ message }) => void lost.push(message));
    await expect(instance.execute(batch(255))).rejects.toMatchObject({
      code: "INTERNAL",
      message: "instance 'echo_0' ended unexpectedly: crashed on demand",
    });
    expect(lost).toEqual(["instance 'echo_0' ended unexpectedly: crashed on demand"]);
  });

  it("closes after the current batch", async () => {
    const instance = await start({});
    const running = instance.execute(batch(1));
    await instance.close();
    expect((await running).outputs).toHaveLength(1);
  });
});

describe("a pool of instances", () => {
  it("[SCHED-D2] replaces an instance that ended, and continues", async () => {
    const { pool, seen, run } = await crashingPool();
    await expect(run(255)).rejects.toThrow("crashed on demand");
    expect(pool.idle).toBe(false);
    await expect.poll(() => pool.idle).toBe(true);
    expect((await run(1)).outputs).toHaveLength(1);
    expect(seen).toMatchObject({ started: 2, exhausted: [] });
    await pool.close();
  });

  it("[SCHED-D3] gives up after four losses in a row", async () => {
    const { pool, seen, run } = await crashingPool();
    for (let loss = 1; loss <= 4; loss++) {
      await expect.poll(() => pool.idle).toBe(true);
      await expect(run(255)).rejects.toThrow("crashed on demand");
    }
    expect(seen.started).toBe(4);
    expect(seen.exhausted).toEqual(["instance 'echo_0' ended unexpectedly: crashed on demand"]);
    expect(pool.status()).toEqual([]);
    await pool.close();
  });
});
