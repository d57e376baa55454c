import { expect, it } from "vitest";
import { Turn } from "./turn.ts";

it("LAB-E1 nobody is told that the turn is free when one who was told before took it", () => {
  const turn = new Turn();
  const told: (string | null)[] = [];
  turn.onChanged((holder) => {
    if (holder === null) turn.take(() => "A watch is running");
  });
  turn.onChanged((holder) => told.push(holder));
  turn.take(() => "An experiment is running")[Symbol.dispose]();
  expect(turn.holder).toBe("A watch is running");
  expect(told.at(-1)).toBe("A watch is running");
});
