import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { abortable, pause, timeLimit } from "./wait.ts";

const never = new AbortController().signal;

test("a pause ends after its time, or with the reason of an abort", async () => {
  await pause(systemClock, 1);
  await pause(systemClock, 1, never);
  const stop = new AbortController();
  const paused = pause(systemClock, 60_000, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(paused).rejects.toThrow("stopped");
  await expect(pause(systemClock, 60_000, stop.signal)).rejects.toThrow("stopped");
});

test("a time limit aborts with its reason, unless it is disposed of before", async () => {
  let work = () => {};
  const disposed: string[] = [];
  const clock = {
    ...systemClock,
    after: (_ms: number, then: () => void) => {
      work = then;
      return { [Symbol.dispose]: () => void disposed.push("timer") };
    },
  };
  const limit = timeLimit(clock, 5, () => new Error("late"));
  expect(limit.aborted).toBe(false);
  work();
  expect(limit.reason).toEqual(new Error("late"));
  limit[Symbol.dispose]();
  expect(disposed).toEqual(["timer"]);
});

test("abortable work gives its result, or the reason of an abort although it continues", async () => {
  expect(await abortable(never, async () => 7)).toBe(7);
  await expect(abortable(never, () => Promise.reject(new Error("failed")))).rejects.toThrow(
    "failed",
  );
  const stop = new AbortController();
  const endless = abortable(stop.signal, () => new Promise(() => {}));
  stop.abort(new Error("stopped"));
  await expect(endless).rejects.toThrow("stopped");
  await expect(abortable(stop.signal, () => Promise.reject(new Error("failed")))).rejects.toThrow(
    "stopped",
  );
});
