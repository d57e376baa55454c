import { expect, it } from "vitest";
import { Tally } from "./tally.ts";

it("[LAB-GEN-25] counts the items of successes within the objective, whatever sizes are mixed", () => {
  const tally = new Tally(10);
  tally.success(5000, 5000, 1);
  tally.success(10_000, 10_000, 4);
  tally.success(10_001, 10_001, 64);
  tally.failure("failed", { status: "INTERNAL", message: "" });
  expect([tally.items, tally.itemsWithinBound, tally.withinBound]).toEqual([69, 5, 2]);
  expect(new Tally(null).itemsWithinBound).toBeNull();
});
