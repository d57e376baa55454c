import { describe, expect, it } from "vitest";
import { experimentPlan } from "../../main/contract/index.ts";
import { plan as suggested } from "../experiments/testing-data.ts";
import {
  draftErrors,
  createPlan,
  suggestedRepeats,
  secondsPerAttempt,
  type TuningDraft,
} from "./draft.ts";

const DRAFT: TuningDraft = {
  name: "Tuning m",
  loop: "concurrency",
  value: "8",
  repeats: "0",
  percentile: "99",
  boundMs: "20",
  secondsPerStep: "3",
  warmupSeconds: "5",
  replicates: "5",
};

describe("the draft of a tuning session", () => {
  it("is a plan with an objective and one load", () => {
    expect(draftErrors(DRAFT)).toEqual({});
    const plan = createPlan(DRAFT, suggested, 10_000);
    expect(experimentPlan.parse(plan)).toMatchObject({
      load: { kind: "concurrency", levels: [8] },
      objective: { percentile: 99, boundMs: 20 },
      warmup: { kind: "auto", mostSeconds: 5 },
    });
    expect(
      createPlan({ ...DRAFT, loop: "rate", value: "120.5" }, suggested, 10_000).load,
    ).toMatchObject({
      kind: "rate",
      rates: [120.5],
    });
  });

  it("repeats as many requests as the clients do, which decides the gain of a cache", () => {
    const [traffic] = createPlan({ ...DRAFT, repeats: "35" }, suggested, 10_000).traffic;
    expect(traffic).toMatchObject({
      distinctInputs: 10_000,
      reuse: { kind: "duplicates", share: 0.35 },
    });
    expect(suggestedRepeats({ ...suggested, traffic: [traffic!] })).toBe("35");
    expect(createPlan(DRAFT, suggested, 10_000).traffic[0]?.reuse).toEqual({ kind: "turns" });
    expect(suggestedRepeats(suggested)).toBe("0");
  });

  it.each<[keyof TuningDraft, string, string]>([
    ["value", "1.5", "“1.5” is not a whole number."],
    ["repeats", "100", "100 is not between 0 and 99."],
    ["value", "0", "0 is not between 1 and 4096."],
    ["percentile", "100", "100 is not between 1 and 99.99."],
    ["boundMs", "", "“” is not a number."],
    ["replicates", "1", "1 is not between 2 and 20."],
    ["secondsPerStep", "x", "“x” is not a number."],
  ])("names what is wrong with %s %j", (field, text, words) => {
    expect(draftErrors({ ...DRAFT, [field]: text })).toEqual({ [field]: words });
  });

  it("estimates the time to measure a change", () => {
    expect(secondsPerAttempt(DRAFT)).toBe(55);
  });
});
