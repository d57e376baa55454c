import { expect, it } from "vitest";
import { RecentResults } from "./recent-results.ts";

it("[WHATIF-16] computes a result once for the same input, and keeps the newest", () => {
  const results = new RecentResults<number>();
  let computed = 0;
  const get = (load: number) => results.get({ load }, () => (computed += 1));
  expect([get(1), get(2), get(1)]).toEqual([1, 2, 1]);
  for (let load = 3; load <= 9; load++) get(load);
  expect(computed).toBe(9);
  // 2 was dropped, 1 was asked for after it.
  get(1);
  expect(computed).toBe(9);
  get(2);
  expect(computed).toBe(10);
});

it("[WHATIF-16] keeps nothing of a computation that was cancelled", () => {
  const results = new RecentResults<number>();
  const cancelled = () => {
    throw new Error("cancelled");
  };
  expect(() => results.get(1, cancelled)).toThrow("cancelled");
  expect(results.get(1, () => 5)).toBe(5);
});
