import { expect, test } from "vitest";
import type { TorchserveVersion } from "../../main/contract/index.ts";
import { isSettling, mustStay, describeScaling, wrongScale } from "./scaling.ts";

const worker = (status: string) => ({ status }) as TorchserveVersion["workers"][number];
const two = { version: "1.0", workers: [worker("READY"), worker("READY")] };

test("numbers of workers are whole, not negative, and in order", () => {
  expect(wrongScale("1", "2")).toBeNull();
  expect(wrongScale("0", "0")).toBeNull();
  expect(wrongScale("", "2")).toContain("At least");
  expect(wrongScale("1", "-2")).toContain("At most");
  expect(wrongScale("1", "1001")).toContain("1000");
  expect(wrongScale("3", "2")).toBe("At most 2 is less than at least 3.");
});

test("what scaling does is said: what is loaded again, what ends, and what is rejected", () => {
  expect(describeScaling(two, 4, 5)).toEqual([
    "TorchServe keeps at least 4 and at most 5 workers of version 1.0, which has 2 now.",
    expect.stringContaining("loads the model once more"),
  ]);
  expect(describeScaling(two, 1, 1)).toEqual([
    "TorchServe keeps 1 worker of version 1.0, which has 2 now.",
    "1 of them is ended.",
  ]);
  expect(describeScaling(two, 0, 0).at(-1)).toContain("rejected");
  expect(describeScaling(two, 2, 2)).toHaveLength(1);
});

test("workers settle until as many are ready as wanted", () => {
  const bounds = { minWorkers: 2, maxWorkers: 2 };
  expect(isSettling({ ...two, ...bounds })).toBe(false);
  expect(isSettling({ ...bounds, workers: [worker("READY"), worker("UNLOADING")] })).toBe(true);
  expect(isSettling({ ...two, minWorkers: 4, maxWorkers: 4 })).toBe(true);
  expect(isSettling({ ...two, minWorkers: 0, maxWorkers: 0 })).toBe(true);
});

test("the default version goes last", () => {
  const version = (isDefault: boolean) => ({ isDefault }) as TorchserveVersion;
  const [first, second] = [version(true), version(false)];
  expect(mustStay(first, [first, second])).toContain("default");
  expect(mustStay(second, [first, second])).toBeNull();
  expect(mustStay(first, [first])).toBeNull();
});
