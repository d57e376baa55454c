import { expect, it } from "vitest";
import { normal, seededRandom } from "../wire/index.ts";
import { TimeSpread } from "./time-spread.ts";

/** Executions of two sizes that vary by `share`, `together` in each report. */
function measuredSpread(share: number, together: number, reports = 100): number | null {
  const random = seededRandom(5);
  const spread = new TimeSpread();
  for (let i = 0; i < reports; i++) {
    for (const [size, ns] of [
      [1, 2e6],
      [8, 5e6],
    ] as const) {
      let sum = 0;
      for (let j = 0; j < together; j++) sum += ns * (1 + share * normal(random));
      spread.add(String(size), { count: together, ns: sum / together });
    }
  }
  return spread.variation;
}

it("[WHATIF-11] [SIM-14] finds the variation from single executions and from a few together", () => {
  expect(measuredSpread(0.2, 1)).toBeCloseTo(0.2, 1);
  expect(measuredSpread(0.2, 10)).toBeCloseTo(0.2, 1);
  expect(measuredSpread(0.05, 1)).toBeLessThan(0.08);
});

it("[WHATIF-11] isn't misled by a pause, and finds none from too few or too many together", () => {
  const spread = new TimeSpread();
  const random = seededRandom(3);
  for (let i = 0; i < 60; i++) spread.add("1", { count: 1, ns: 2e6 * (1 + 0.1 * normal(random)) });
  for (let i = 0; i < 3; i++) spread.add("1", { count: 1, ns: 200e6 });
  expect(spread.variation).toBeLessThan(1);
  expect(measuredSpread(0.2, 1, 20)).toBeNull();
  expect(measuredSpread(0.2, 50)).toBeNull();
});
