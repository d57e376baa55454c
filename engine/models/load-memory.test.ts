import { expect, it } from "vitest";
import { LoadMemory } from "./load-memory.ts";

it("[STATS-12] is the growth of the resident set while one model loaded", () => {
  let resident = 100;
  const memory = new LoadMemory(() => resident);
  const end = memory.begin();
  resident = 180;
  expect(end()).toBe(80);
  const next = memory.begin();
  resident = 170;
  expect(next()).toBeNull();
});

it("[STATS-12] is unknown for models that loaded at the same time", () => {
  let resident = 100;
  const memory = new LoadMemory(() => resident);
  const [first, second] = [memory.begin(), memory.begin()];
  resident = 300;
  expect([first(), second()]).toEqual([null, null]);
  const third = memory.begin();
  resident = 350;
  expect(third()).toBe(50);
});
