import { describe, expect, it } from "vitest";
import { returnIdleMemory } from "./idle-memory.ts";
import { ManualClock } from "./testing/manual-clock.ts";

describe("the memory of an idle host", () => {
  it("[MEMORY-1] is returned once after each time that the host was busy", async () => {
    const clock = new ManualClock();
    let busy = false;
    let compacted = 0;
    using _idle = returnIdleMemory({ clock, isBusy: () => busy, compact: () => (compacted += 1) });
    const compactions = async (checks: number) => {
      for (let i = 0; i < checks; i++) await clock.advance(12_000);
      return compacted;
    };
    expect(await compactions(1)).toBe(0);
    expect(await compactions(9)).toBe(1);
    busy = true;
    expect(await compactions(9)).toBe(1);
    busy = false;
    expect(await compactions(1)).toBe(1);
    expect(await compactions(9)).toBe(2);
  });

  it("[MEMORY-1] is no longer looked at once the host has closed", () => {
    const clock = new ManualClock();
    returnIdleMemory({ clock, isBusy: () => false, compact: () => {} })[Symbol.dispose]();
    expect(clock.waiting).toBe(0);
  });
});
