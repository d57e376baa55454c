import fc from "fast-check";
import { expect, it } from "vitest";
import { seededRandom, deriveSeed } from "./random.ts";

it("[LAB-INPUT-4] derives distinct seeds with distinct sequences", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 1e9 }), (seed, from) => {
      const seeds = Array.from({ length: 300 }, (_, n) => deriveSeed(seed, from + n));
      expect(new Set(seeds).size).toBe(300);
      expect(new Set(seeds.map((each) => seededRandom(each)())).size).toBeGreaterThan(298);
    }),
  );
});

it("[LAB-INPUT-4] neighbouring seeds give uniform sequences together", () => {
  const cells = Array.from({ length: 16 }, () => 0);
  const many = 16_000;
  for (let n = 0; n < many; n++) {
    const random = seededRandom(deriveSeed(7, n));
    const cell = Math.floor(random() * 4) * 4 + Math.floor(random() * 4);
    cells[cell] = (cells[cell] as number) + 1;
  }
  // Five standard deviations of a binomial count.
  for (const count of cells)
    expect(Math.abs(count - many / 16)).toBeLessThan(5 * Math.sqrt(many / 16));
});
