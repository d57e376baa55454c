import { describe, expect, it } from "vitest";
import type { BackendInstance } from "../backends/backend.ts";
import { StatusError } from "../../base/status-error.ts";
import { InstancePool } from "../scheduling/instance-pool.ts";
import { loadedVersion } from "../testing/loaded-version.ts";
import { modelConfig } from "../testing/model-config.ts";
import { poolPlaces } from "../testing/pool-places.ts";
import { recordingInstance } from "../testing/recording-instance.ts";
import { floats, inferRequest } from "../testing/requests.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import type { BatchEvent } from "../types.ts";
import { BatchFeed } from "./batch-feed.ts";

const US = 1000;

/**
 * A version whose instance takes `run.us` on its thread and, if `canRunHere`, no time on this one.
 */
async function setUp({ canRunHere = true } = {}) {
  const clock = new VirtualClock();
  const run = { us: 20, failsHere: false };
  const base = recordingInstance({
    name: "m_0",
    clock,
    takesNext: true,
    next: () => ({ ns: run.us * US, fails: false }),
    onBatch: () => {},
  });
  const instance: BackendInstance = {
    ...base,
    ...(canRunHere && {
      executeHere: async ({ buffer, tensors: [tensor] }) => {
        if (run.failsHere) throw new StatusError("INTERNAL", "run failed");
        if (tensor === undefined) throw new Error("a batch has an input");
        const { offset, byteLength, shape, datatype } = tensor;
        const data = new Uint8Array(buffer.slice(offset, offset + byteLength));
        const now = clock.now();
        const outputs = [{ name: "OUTPUT0", datatype, shape, data }];
        return { outputs, parameters: {}, inferStart: now, inferEnd: now, buffer };
      },
    }),
  };
  const feed = new BatchFeed();
  const events: BatchEvent[] = [];
  feed.listen((event) => events.push(event));
  const pool = await InstancePool.open({
    places: poolPlaces(1),
    create: async () => instance,
    onFreed: () => version.instanceFreed(),
    onExhausted: () => {},
  });
  const config = modelConfig({
    max_batch_size: 64,
    dynamic_batching: {
      preferred_batch_size: [],
      max_queue_delay_microseconds: 0,
      preserve_ordering: false,
      priority_levels: 0,
      default_priority_level: 0,
      priority_queue_policy: {},
    },
  });
  const version = loadedVersion({ config, pool, clock, feed });
  const send = async (requests: number) => {
    events.length = 0;
    const one = () => version.infer(inferRequest({ inputs: [floats("INPUT0", [1, 1], [7])] }));
    const answered = Promise.allSettled(Array.from({ length: requests }, one));
    await clock.advance(1_000_000);
    await answered;
    return events.map(({ requests: count, onServingThread }) => [count, onServingThread]);
  };
  return { run, send, clock, version };
}

describe("a model with short runs", () => {
  it("[SCHED-T1] [HERE-1] moves to the serving thread, as its batch events report", async () => {
    const { send } = await setUp();
    expect(await send(1)).toEqual([[1, false]]);
    for (let i = 0; i < 30; i++) await send(1);
    expect(await send(1)).toEqual([[1, true]]);
    expect(await send(1)).toEqual([[1, true]]);
  });

  it("[HERE-1] stays on its thread if the instance can't execute here", async () => {
    const { send } = await setUp({ canRunHere: false });
    for (let i = 0; i < 30; i++) await send(1);
    expect(await send(1)).toEqual([[1, false]]);
  });

  it("[SCHED-T2] [SCHED-T3] sends larger batches to its thread", async () => {
    const { send } = await setUp();
    for (let i = 0; i < 30; i++) await send(4);
    expect(await send(4)).toEqual([[4, true]]);
    expect(await send(6)).toEqual([[6, false]]);
    expect(await send(6)).toEqual([[6, true]]);
    expect(await send(20)).toEqual([[20, false]]);
    expect(await send(20)).toEqual([[20, false]]);
  });

  it("[SCHED-T1] moves back when its runs on the thread become long", async () => {
    const { run, send } = await setUp();
    for (let i = 0; i < 30; i++) await send(1);
    run.us = 900;
    for (let i = 0; i < 3; i++) await send(20);
    expect(await send(1)).toEqual([[1, false]]);
  });

  it("reports a run that fails here like one on its thread", async () => {
    const { run, send, version, clock } = await setUp();
    for (let i = 0; i < 30; i++) await send(1);
    run.failsHere = true;
    const failed = version.infer(inferRequest({ inputs: [floats("INPUT0", [1, 1], [7])] }));
    const caught = expect(failed).rejects.toMatchObject({
      code: "INTERNAL",
      message: "run failed",
    });
    await clock.advance(1_000_000);
    await caught;
    run.failsHere = false;
    expect(await send(1)).toEqual([[1, true]]);
  });
});
