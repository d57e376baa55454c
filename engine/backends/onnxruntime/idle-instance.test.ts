import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { BackendInstance, BatchInput, BatchOutput } from "../backend.ts";
import { startIdleInstance } from "./idle-instance.ts";

const batch: BatchInput = {
  buffer: new ArrayBuffer(0),
  tensors: [],
  items: [1],
  outputs: undefined,
};

/** Its batches end by `finish`, oldest first. */
function controlled(name: string) {
  const running: (() => void)[] = [];
  const seen = { runs: 0, closed: false };
  const instance: BackendInstance = {
    name,
    kind: "KIND_CPU",
    deviceId: -1,
    provider: "cpu",
    signature: undefined,
    takesNext: true,
    execute: ({ buffer }) => {
      seen.runs += 1;
      const output = { buffer, outputs: [], parameters: {}, inferStart: 0, inferEnd: 0 };
      return new Promise<BatchOutput>((resolve) => running.push(() => resolve(output)));
    },
    close: async () => {
      seen.closed = true;
    },
  };
  return { instance, seen, finish: () => running.shift()?.() };
}

/** An instance whose own thread starts by `start`. */
async function idle(thread = { runs: 0 }) {
  const folder = await mkdtemp(join(tmpdir(), "idle-instance-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const modelFile = join(folder, "model.onnx");
  await writeFile(modelFile, "first");
  const [shared, own] = [controlled("shared"), controlled("own")];
  const started = Promise.withResolvers<BackendInstance>();
  let starts = 0;
  const instance = await startIdleInstance({
    modelFile,
    thread,
    startShared: async () => shared.instance,
    startOwn: () => {
      starts += 1;
      return started.promise;
    },
  });
  return {
    instance,
    shared,
    own,
    modelFile,
    starts: () => starts,
    start: () => started.resolve(own.instance),
    fail: (error: Error) => started.reject(error),
  };
}

describe("an instance on the thread that idle instances share", () => {
  it("[IDLE-1] has no thread of its own before its first batch", async () => {
    const { instance, shared, starts } = await idle();
    await instance.close();
    expect([starts(), shared.seen]).toEqual([0, { runs: 0, closed: true }]);
  });

  it("[IDLE-1] runs its first batches there, and the next on its own thread once those have ended", async () => {
    const { instance, shared, own, starts, start } = await idle();
    const batches = [instance.execute(batch), instance.execute(batch)];
    expect(shared.seen.runs).toBe(2);
    await expect.poll(starts).toBe(1);
    start();
    await expect
      .poll(() => {
        batches.push(instance.execute(batch));
        return batches.length - shared.seen.runs;
      })
      .toBe(1);
    expect([shared.seen.closed, own.seen.runs]).toEqual([false, 0]);
    for (const _ of batches) shared.finish();
    await expect.poll(() => own.seen.runs).toBe(1);
    expect(shared.seen).toEqual({ runs: batches.length - 1, closed: true });
    own.finish();
    await Promise.all(batches);
    await instance.close();
    expect(own.seen.closed).toBe(true);
  });

  it("[IDLE-3] waits for its own thread while another model runs on the shared one", async () => {
    const thread = { runs: 0 };
    const [one, two] = [await idle(thread), await idle(thread)];
    const long = one.instance.execute(batch);
    const other = two.instance.execute(batch);
    two.start();
    await expect.poll(() => two.own.seen.runs).toBe(1);
    expect(two.shared.seen).toEqual({ runs: 0, closed: true });
    two.own.finish();
    await other;
    one.shared.finish();
    await long;
  });

  it("[IDLE-4] stays where the file is no longer the one that was loaded", async () => {
    const { instance, shared, starts, modelFile } = await idle();
    await writeFile(modelFile, "the second");
    for (const _ of [1, 2]) {
      const run = instance.execute(batch);
      shared.finish();
      await run;
    }
    await instance.close();
    expect([starts(), shared.seen]).toEqual([0, { runs: 2, closed: true }]);
  });

  it("[IDLE-4] stays where the file changes while its thread starts", async () => {
    const { instance, shared, own, start, starts, modelFile } = await idle();
    const run = instance.execute(batch);
    await expect.poll(starts).toBe(1);
    await writeFile(modelFile, "the second");
    start();
    await expect.poll(() => own.seen.closed).toBe(true);
    shared.finish();
    await run;
    const next = instance.execute(batch);
    shared.finish();
    await next;
    await instance.close();
    expect(shared.seen).toEqual({ runs: 2, closed: true });
  });

  it("[IDLE-4] stays where its own thread does not start", async () => {
    const { instance, shared, fail, starts } = await idle();
    const run = instance.execute(batch);
    await expect.poll(starts).toBe(1);
    fail(new Error("no memory"));
    shared.finish();
    await run;
    await instance.close();
    expect(shared.seen).toEqual({ runs: 1, closed: true });
  });
});
