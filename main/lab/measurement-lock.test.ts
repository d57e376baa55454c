import { expect, it } from "vitest";
import { MeasurementLock } from "./measurement-lock.ts";

it("LAB-E1 the lock is not offered to a second listener when the first took it", () => {
  const turn = new MeasurementLock();
  const received: (string | null)[] = [];
  turn.onChanged((holder) => {
    if (holder === null) turn.take(() => "A watch is running");
  });
  turn.onChanged((holder) => received.push(holder));
  turn.take(() => "An experiment is running")[Symbol.dispose]();
  expect(turn.holder).toBe("A watch is running");
  expect(received.at(-1)).toBe("A watch is running");
});
