import { expect, it } from "vitest";
import { seededRandom } from "../wire/index.ts";
import { batchTimes } from "./batch-time.ts";

const cost = { times: [{ size: 1, ns: 1000 }], variation: 0, slowdown: 0 };
const taken = (more: object, busy: number) =>
  Math.round(batchTimes({ ...cost, ...more }, seededRandom(1))(1, busy));

it("[SIM-17] processes take longer only where more of them are busy than there are cores", () => {
  expect([1, 2, 3, 4].map((busy) => taken({ cores: 2 }, busy))).toEqual([1000, 1000, 1500, 2000]);
  expect([1, 4].map((busy) => taken({}, busy))).toEqual([1000, 1000]);
});

it("[SIM-17] and not by less than what was learned of them", () => {
  expect([1, 2, 4].map((busy) => taken({ cores: 2, slowdown: 0.5 }, busy))).toEqual([
    1000, 1500, 2500,
  ]);
});
