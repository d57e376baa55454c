import { expect, test } from "vitest";
import { toSlots } from "./slots.ts";

const seconds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ t: (from + i) * 1000 + 400 }));

test("keeps few intervals as they are", () => {
  expect(toSlots(seconds(0, 10), 10)).toEqual(seconds(0, 10).map((each) => [each]));
});

test("merges many to the requested number, losing none", () => {
  for (const maxPoints of [1, 7, 300]) {
    const slots = toSlots(seconds(1003, 2803), maxPoints);
    expect(slots.length).toBeLessThanOrEqual(maxPoints);
    expect(slots.length).toBeGreaterThan(maxPoints / 3);
    expect(slots.flat()).toEqual(seconds(1003, 2803));
  }
});

test("keeps its points when the window moves on", () => {
  const ends = (from: number, to: number) =>
    toSlots(seconds(from, to), 100).map((slot) => slot.at(-1)?.t ?? 0);
  const before = ends(0, 1000);
  const after = ends(11, 1011);
  expect(after.slice(0, 80)).toEqual(before.filter((t) => after.includes(t)).slice(0, 80));
});
