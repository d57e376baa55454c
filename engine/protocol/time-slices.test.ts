import { expect, test } from "vitest";
import { finish, type Steps } from "../../base/steps.ts";
import { TimeSlices } from "./time-slices.ts";

const MIB = 1024 * 1024;

/** Work that notes its name at each step. */
function* noting(name: string, steps: number, notes: string[]): Steps<string> {
  for (let i = 0; i < steps; i++) {
    notes.push(name);
    yield;
  }
  return name;
}

/** A clock that advances a millisecond at each reading. */
function ticking(): () => number {
  let now = 0;
  return () => (now += 1);
}

test("[BOUND-1] large requests take turns, and a short one doesn't wait for a long one", async () => {
  const slices = new TimeSlices(ticking());
  const notes: string[] = [];
  const long = slices.run(10, noting("long", 6, notes)).then(() => notes.push("long is done"));
  const short = slices.run(10, noting("short", 2, notes)).then(() => notes.push("short is done"));
  await Promise.all([long, short]);
  expect(notes.indexOf("short is done")).toBeLessThan(notes.lastIndexOf("long"));
  expect(notes.slice(0, 4)).toEqual(["long", "short", "long", "short"]);
});

test("[BOUND-1] timers and sockets run between slices", async () => {
  const slices = new TimeSlices(ticking());
  const notes: string[] = [];
  const work = slices.run(10, noting("work", 50, notes));
  setImmediate(() => notes.push("other"));
  await work;
  expect(notes.indexOf("other")).toBeGreaterThan(-1);
  expect(notes.indexOf("other")).toBeLessThan(notes.lastIndexOf("work"));
});

test("[BOUND-2] processes two large requests at a time and rejects those over the limit", async () => {
  const slices = new TimeSlices(ticking());
  const notes: string[] = [];
  const runs = ["a", "b", "c"].map((name) => slices.run(40 * MIB, noting(name, 3, notes)));
  await expect(slices.run(40 * MIB, noting("d", 1, notes))).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining("can't begin with another 41943040"),
  });
  // Smaller ones aren't counted and start at once.
  const small = slices.run(MIB, noting("small", 1, notes));
  expect(await Promise.all([...runs, small])).toEqual(["a", "b", "c", "small"]);
  const firstOfC = notes.indexOf("c");
  expect(notes.slice(0, firstOfC).filter((name) => name === "a" || name === "b")).toHaveLength(
    Math.max(notes.lastIndexOf("a"), notes.lastIndexOf("b")) > firstOfC ? 5 : 6,
  );
  expect(notes.indexOf("small")).toBeLessThan(firstOfC);
  expect(await slices.run(300 * MIB, noting("e", 1, notes))).toBe("e");
});

test("[BOUND-1] work for a disconnected client ends, and a failure stays its own", async () => {
  const slices = new TimeSlices(ticking());
  const abort = new AbortController();
  const cancelled = slices.run(300 * MIB, noting("gone", 1000, []), abort.signal);
  const failed = slices.run(
    1,
    (function* (): Steps<never> {
      yield;
      throw new Error("broken");
    })(),
  );
  abort.abort();
  await expect(cancelled).rejects.toMatchObject({ code: "CANCELLED" });
  await expect(failed).rejects.toThrow("broken");
  expect(await slices.run(300 * MIB, noting("next", 1, []))).toBe("next");
});

test("work can also run at once", () => {
  expect(finish(noting("a", 3, []))).toBe("a");
});
