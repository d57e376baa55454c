import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
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
  const losses: string[] = [];
  let loseShared = (_error: StatusError) => {};
  let loseOwn = (_error: StatusError) => {};
  const instance = await startIdleInstance({
    modelFile,
    thread,
    startShared: async (onLost) => {
      loseShared = onLost;
      return shared.instance;
    },
    onLost: ({ message }) => losses.push(message),
    startOwn: (onLost) => {
      loseOwn = onLost;
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
    losses,
    loseShared: () => loseShared(new StatusError("INTERNAL", "the shared thread ended")),
    loseOwn: () => loseOwn(new StatusError("INTERNAL", "its own thread ended")),
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

  it("[IDLE-5] closes its own thread where the shared one ended while that started", async () => {
    const { instance, own, starts, start, losses, loseShared } = await idle({ runs: 1 });
    const waiting = instance.execute(batch);
    await expect.poll(starts).toBe(1);
    loseShared();
    start();
    await expect(waiting).rejects.toThrow("the shared thread ended");
    expect(own.seen).toEqual({ runs: 0, closed: true });
    expect(losses).toEqual(["the shared thread ended"]);
    await instance.close();
  });

  it("[IDLE-5] closes its own thread where the shared one ended with a batch on it", async () => {
    const { instance, own, shared, starts, start, loseShared } = await idle();
    const running = instance.execute(batch);
    await expect.poll(starts).toBe(1);
    start();
    const waiting: Promise<BatchOutput>[] = [];
    await expect
      .poll(() => {
        waiting.push(instance.execute(batch));
        return waiting.length + 1 - shared.seen.runs;
      })
      .toBe(1);
    loseShared();
    await expect(waiting.at(-1)).rejects.toThrow("the shared thread ended");
    expect(own.seen).toEqual({ runs: 0, closed: true });
    for (const _ of waiting) shared.finish();
    await running;
  });

  it("[IDLE-5] is lost with its own thread while batches are on the shared one, and later", async () => {
    const { instance, shared, starts, start, losses, loseOwn } = await idle();
    const running = instance.execute(batch);
    await expect.poll(starts).toBe(1);
    start();
    loseOwn();
    await expect.poll(() => shared.seen.closed).toBe(true);
    expect(losses).toEqual(["its own thread ended"]);
    shared.finish();
    await running;
    await instance.close();
  });
});
