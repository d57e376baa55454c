import { expect, it } from "vitest";
import { Gaps } from "./gaps.ts";
import { GroupTally } from "./group-tally.ts";

it("[LAB-PREFIX-3] keeps figures by group, the 32nd with all later ones, and those without a prefix last", () => {
  const tally = new GroupTally();
  const success = (group: number | null | undefined, cachedTokens: number | null = null) =>
    tally.success({
      scheduledAt: 100,
      sentAt: 100,
      now: 130,
      items: 1,
      group,
      stream: {
        firstAt: 110,
        lastAt: 120,
        gaps: new Gaps(),
        outputTokens: 4,
        promptTokens: 100,
        cachedTokens,
      },
    });
  success(undefined);
  expect(tally.result()).toEqual([]);
  success(null);
  success(1);
  expect(tally.result().map(({ cachedTokens }) => cachedTokens)).toEqual([null, null]);
  success(1, 64);
  for (const group of [31, 40, 9999]) success(group, 10);
  tally.failure(1);
  tally.failure(undefined);
  const groups = tally.result();
  expect(groups.map(({ group, andLater, successes }) => [group, andLater, successes])).toEqual([
    [2, false, 2],
    [32, true, 3],
    [null, false, 1],
  ]);
  expect(groups[0]).toMatchObject({ failures: 1, promptTokens: 200, cachedTokens: 64 });
  expect(groups[2]).toMatchObject({ cachedTokens: 0 });
  expect(groups[0]?.first.extremes.mean).toBeCloseTo(10_000);
});
