import fc from "fast-check";
import { expect, it } from "vitest";
import { Gaps } from "./gaps.ts";
import { HdrCounts } from "./hdr-counts.ts";

it("LAB-CHAT-12 gaps of responses of any length give the same histogram", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.4, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 1, max: 9000 }),
      (values, count) => {
        const [gaps, straight, folded] = [new Gaps(), new HdrCounts(), new HdrCounts()];
        for (let i = 0; i < count; i++) {
          const micros = values[i % values.length] as number;
          gaps.record(micros);
          straight.record(micros);
        }
        for (const [micros, times] of gaps.each()) folded.recordMany(micros, times);
        expect(gaps.count).toBe(count);
        expect(folded.encode()).toBe(straight.encode());
      },
    ),
    { numRuns: 30 },
  );
});

it("LAB-CHAT-12 a response of a million pieces takes little memory", () => {
  const gaps = new Gaps();
  for (let i = 0; i < 1_000_000; i++) gaps.record(10_000 + (i % 5000));
  const entries = [...gaps.each()];
  expect(entries.length).toBeLessThan(6000);
  expect(entries.reduce((sum, [, times]) => sum + times, 0)).toBe(1_000_000);
});
