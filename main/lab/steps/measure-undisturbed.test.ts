import { describe, expect, it } from "vitest";
import { ManualClock } from "../../testing/manual-clock.ts";
import type { ExperimentPlan, ExperimentStep, StepRepeat } from "../../contract/index.ts";
import { plan, step } from "../testing/experiment.ts";
import type { StepRun, StepTools } from "./measure-step.ts";
import { measureUndisturbed } from "./measure-undisturbed.ts";
import type { Subject } from "./subject.ts";

const measured = (
  invalid: readonly string[],
  more: Partial<ExperimentStep> = {},
): ExperimentStep => ({
  ...step(),
  complete: true,
  seconds: 3,
  warmup: { seconds: 3, settled: true, words: "settled" },
  events: [],
  verdict: {
    verdict: invalid.length === 0 ? "valid" : "invalid",
    reasons: invalid.map((id) => ({
      id,
      severity: "invalid",
      text: `${id} is why.`,
      value: 1,
      limit: 0.1,
    })),
  },
  ...more,
});

/** Measures with these results, in order. */
async function measure(
  results: readonly ExperimentStep[],
  load: ExperimentPlan["load"] = plan().load,
  during: (run: StepRun) => void = () => {},
) {
  let times = 0;
  const adjusted: number[] = [];
  const subject = { plan: plan({ load }) } as Subject;
  const repeats: StepRepeat[] = [];
  const tools = {
    clock: new ManualClock(),
    onRepeat: (repeat: StepRepeat) => repeats.push(repeat),
  } as unknown as StepTools;
  const order = {} as Parameters<typeof measureUndisturbed>[1];
  const attempts: number[] = [];
  const run = measureUndisturbed(subject, order, tools, (_subject, { attempt }) => {
    attempts.push(attempt ?? 0);
    return {
      step: Promise.resolve(results[times++] ?? null),
      adjust: (value) => adjusted.push(value),
      finish: () => {},
    };
  });
  during(run);
  return { step: await run.step, times, adjusted, attempts, repeats };
}

const RATE = { kind: "rate", rates: [10], arrivals: { kind: "poisson" } } as const;

describe("[V17] a disturbed step", () => {
  it("is measured again until it is valid, and its events say why", async () => {
    const {
      step: last,
      times,
      attempts,
      repeats,
    } = await measure([measured(["V8"]), measured(["V7", "V6"]), measured([])]);
    expect(times).toBe(3);
    expect(attempts).toEqual([0, 1, 2]);
    expect(last?.verdict.verdict).toBe("valid");
    expect(last?.events.map(({ words }) => words)).toEqual([
      "Measured again: V8 is why.",
      "Measured again: V7 is why.",
    ]);
    expect(repeats).toMatchObject([
      { attempt: 2, maxAttempts: 3, reason: "V8 is why." },
      { attempt: 3, maxAttempts: 3, reason: "V7 is why." },
    ]);
  });

  it("stays invalid if it is disturbed a third time", async () => {
    const disturbed = measured(["V8"]);
    const { step: last, times } = await measure([disturbed, disturbed, disturbed, measured([])]);
    expect(times).toBe(3);
    expect(last?.verdict.verdict).toBe("invalid");
  });

  it.each<[string, ExperimentStep, ExperimentPlan["load"]?]>([
    ["another rule makes it invalid, too", measured(["V8", "V3"])],
    ["a queue grows by rate", measured(["V7"]), { ...RATE, rates: [...RATE.rates] }],
    ["it was stopped", measured(["V8"], { complete: false })],
    ["it takes long", measured(["V8"], { seconds: 60 })],
  ])("is not measured again when %s", async (_, disturbed, load) => {
    const { times } = await measure([disturbed, measured([])], load);
    expect(times).toBe(1);
  });

  it("is not measured again if its load was changed by hand", async () => {
    const { times, adjusted } = await measure([measured(["V8"]), measured([])], undefined, (run) =>
      run.adjust(3),
    );
    expect(times).toBe(1);
    expect(adjusted).toEqual([3]);
  });
});
