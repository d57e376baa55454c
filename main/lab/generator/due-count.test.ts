import { describe, expect, it } from "vitest";
import { DueCount } from "./due-count.ts";
import { Phase } from "./phase.ts";

const BOUND = 20;
const FAILED = { status: "INTERNAL", message: "no" };

describe("LAB-GEN-25: due requests", () => {
  it("of an open loop are judged once the objective has passed, in order of the schedule", () => {
    const phase = new Phase(0, false, { boundMs: BOUND });
    const due = new DueCount(phase, BOUND);
    const rows = [0, 10, 20, 30].map((at) => phase.book(at, at).row);
    const end = (index: number, at: number, outcome: typeof FAILED | null = null) =>
      phase.end(rows[index] as number, outcome, false, {
        scheduledAt: index * 10,
        sentAt: index * 10,
        now: at,
        items: 1,
      });
    end(1, 12);
    end(2, 22);
    end(3, 31, FAILED);
    expect(due.until(31 - BOUND)).toEqual({ requests: 2, over: 1 });
    end(0, 45);
    expect(due.until(45 - BOUND)).toEqual({ requests: 3, over: 1 });
    expect(due.until(Number.POSITIVE_INFINITY)).toEqual({ requests: 4, over: 2 });
  });

  it("of a closed loop include waiting clients, and leave out requests that began in the warm-up", () => {
    const phase = new Phase(100, true, { boundMs: BOUND });
    const due = new DueCount(phase, BOUND);
    const end = (sentAt: number, now: number) =>
      phase.end(null, null, false, { scheduledAt: sentAt, sentAt, now, items: 1 });
    end(95, 101);
    phase.send(101);
    phase.send(102);
    end(102, 105);
    phase.send(105);
    end(105, 124);
    phase.send(124);
    end(124, 126);
    expect(due.until(126 - BOUND)).toEqual({ requests: 3, over: 1 });
    end(101, 150);
    expect(due.until(150 - BOUND)).toEqual({ requests: 4, over: 1 });
  });
});
