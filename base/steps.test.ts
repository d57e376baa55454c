import { expect, test } from "vitest";
import { inSlices, type Steps } from "./steps.ts";

/** Blocks the event loop for `ms` in each of `count` steps. */
function* busy(count: number, ms: number): Steps<string> {
  for (let step = 0; step < count; step++) {
    const end = performance.now() + ms;
    while (performance.now() < end);
    yield;
  }
  return "done";
}

test("work that fits into one slice finishes before the event loop turns", async () => {
  let turned = false;
  setImmediate(() => (turned = true));
  expect(await inSlices(busy(3, 0))).toBe("done");
  expect(turned).toBe(false);
});

test("the event loop turns while several tasks run concurrently, and each ends", async () => {
  let turns = 0;
  let counting = true;
  const count = () => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const all = await Promise.all([busy(20, 1), busy(20, 1), busy(1, 0)].map(inSlices));
  counting = false;
  expect(all).toEqual(["done", "done", "done"]);
  // 40 ms of work in slices of 4 ms, each at most one step longer.
  expect(turns).toBeGreaterThanOrEqual(6);
});

test("an error in a step rejects the caller", async () => {
  // oxlint-disable-next-line require-yield
  function* broken(): Steps<never> {
    throw new Error("broken");
  }
  await expect(inSlices(broken())).rejects.toThrow("broken");
});
