import { describe, expect, it } from "vitest";
import type { CanaryPlan } from "../../contract/index.ts";
import { scheduleStreams } from "./schedule.ts";

const plan = { seconds: 100, requestsPerSecond: 100, share: 0.2, seed: 7 } as CanaryPlan;

describe("[FLEET-C3] the schedule of a canary", () => {
  it("is shared between the sides, and in turn among the servers of one", () => {
    const streams = scheduleStreams(plan, { a: 2, b: 1 });
    const requestsOf = (side: string) =>
      streams.filter(({ which }) => which === side).map(({ requests }) => requests);
    const [a, b] = [requestsOf("a"), requestsOf("b")];
    const all = [...a, ...b].reduce((sum, each) => sum + each, 0);
    // Within four standard deviations of 10,000 and of a fifth of it.
    expect(Math.abs(all - 10_000)).toBeLessThan(400);
    expect(Math.abs((b[0] ?? 0) / all - 0.2)).toBeLessThan(0.016);
    expect(Math.abs((a[0] ?? 0) - (a[1] ?? 0))).toBeLessThanOrEqual(1);
  });

  it("is the same for the same seed", () => {
    expect(scheduleStreams(plan, { a: 1, b: 1 })).toEqual(scheduleStreams(plan, { a: 1, b: 1 }));
    expect(scheduleStreams({ ...plan, seed: 8 }, { a: 1, b: 1 })).not.toEqual(
      scheduleStreams(plan, { a: 1, b: 1 }),
    );
  });

  it("leaves out whom nothing is sent", () => {
    expect(
      scheduleStreams({ ...plan, share: 0 }, { a: 1, b: 1 }).map(({ which }) => which),
    ).toEqual(["a"]);
    const none = { ...plan, seconds: 1, requestsPerSecond: 0.1, seed: 3 };
    expect(scheduleStreams(none, { a: 1, b: 1 }).length).toBeLessThanOrEqual(1);
  });
});
