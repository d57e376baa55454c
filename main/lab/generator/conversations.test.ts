import { expect, it } from "vitest";
import { ConversationTally } from "./conversation-tally.ts";
import { Gaps } from "./gaps.ts";
import { TurnTally } from "./turn-tally.ts";

const failed = { status: "INVALID_ARGUMENT", message: "too long" };

it("[LAB-CONV-5] counts conversations of the span, how they ended, and those that are held at its end", () => {
  const tally = new ConversationTally();
  expect(tally.result()).toBeNull();
  tally.began(false);
  tally.began(true);
  tally.began(true);
  tally.refused(true);
  tally.refused(false);
  tally.ended(null, true);
  tally.ended(failed, true);
  tally.endSpan();
  tally.ended(null, false);
  expect(tally.result()).toEqual({
    begun: 2,
    refused: 1,
    completed: 1,
    early: [{ ...failed, count: 1 }],
    running: 1,
  });
});

it("[LAB-CONV-6] keeps figures by turn, the 16th with all later ones", () => {
  const tally = new TurnTally();
  const success = (turn: number, promptTokens: number | null = 10 * (turn + 1)) =>
    tally.success({
      scheduledAt: 100,
      sentAt: 100,
      now: 130,
      items: 1,
      turn: { index: turn, isToolRound: false },
      stream: {
        firstAt: 110 + turn,
        lastAt: 120,
        gaps: new Gaps(),
        outputTokens: 4,
        promptTokens,
      },
    });
  success(0);
  success(0, 30);
  success(1, null);
  tally.failure({ index: 1, isToolRound: false });
  tally.failure(undefined);
  for (const turn of [15, 16, 40]) success(turn, 100);
  const turns = tally.result();
  expect(turns).toHaveLength(16);
  expect(turns[0]).toMatchObject({ turn: 1, successes: 2, failures: 0, promptTokens: 20 });
  expect(turns[0]?.first.extremes.mean).toBeCloseTo(10_000);
  expect(turns[1]).toMatchObject({ turn: 2, successes: 1, failures: 1, promptTokens: null });
  expect(turns[2]).toMatchObject({ successes: 0, promptTokens: null, outputTokens: null });
  expect(turns.map(({ andLater }) => andLater).indexOf(true)).toBe(15);
  expect(turns[15]).toMatchObject({ turn: 16, successes: 3, promptTokens: 100, outputTokens: 4 });
  expect(tally.toolResult()).toBeNull();
  tally.failure({ index: 3, isToolRound: true });
  expect(tally.toolResult()).toMatchObject({ successes: 0, failures: 1, promptTokens: null });
  expect(tally.result()[3]?.failures).toBe(0);
});
