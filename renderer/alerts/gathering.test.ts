import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AlertFiring } from "../../main/contract/index.ts";
import { Gathering } from "./gathering.ts";
import { describeStorm } from "./alert-text.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("[ALERT-10] 200 alerts that begin within five seconds are reported as one", () => {
  const calls: (readonly number[])[] = [];
  using gathering = new Gathering<number>((all) => calls.push(all));
  for (let n = 0; n < 200; n++) {
    gathering.add([n]);
    vi.advanceTimersByTime(25);
  }
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(3000);
  expect(calls).toEqual([Array.from({ length: 200 }, (_, n) => n)]);
  gathering.add([7]);
  vi.advanceTimersByTime(3000);
  expect(calls.slice(1)).toEqual([[7]]);
});

it("[ALERT-10] a storm that does not end is reported every 15 s", () => {
  let calls = 0;
  using gathering = new Gathering<number>(() => calls++);
  for (let second = 0; second < 60; second++) {
    gathering.add([second]);
    vi.advanceTimersByTime(1000);
  }
  expect(calls).toBe(4);
});

it("[ALERT-10] a storm is reported by its rules and on how many servers each fires", () => {
  const firing = (rule: string, serverId: string) => ({ rule, serverId }) as AlertFiring;
  const all = [firing("Slow", "b"), firing("Lost", "a"), firing("Lost", "b"), firing("Lost", "b")];
  expect(describeStorm(all)).toBe("Lost: 2 servers; Slow: one server");
});
