import { act, useEffect, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { ExperimentPlan } from "../../../main/contract/index.ts";
import { plan as base } from "../testing-data.ts";
import { button, clear, click, fakeHost, show, type } from "../testing-view.tsx";
import { Fold } from "../../ui/fold.tsx";
import { GoalFields } from "./goal-fields.tsx";
import { LoadFields } from "./load-fields.tsx";
import { MeasureFields } from "./measure-fields.tsx";
import { ObjectiveFields } from "./objective-fields.tsx";
import { PlanContext } from "./plan-context.ts";
import { planErrors } from "./validate.ts";

afterEach(clear);

let written: ExperimentPlan = base;

function Form() {
  const [plan, setPlan] = useState(base);
  useEffect(() => {
    written = plan;
  }, [plan]);
  const change = (part: Partial<ExperimentPlan>) => setPlan({ ...plan, ...part });
  return (
    <PlanContext value={{ plan, errors: planErrors(plan), detail: undefined, change }}>
      <GoalFields />
      <LoadFields />
      <ObjectiveFields />
      <MeasureFields />
    </PlanContext>
  );
}

const config = { text: "max_batch_size: 8", served: null, overriddenFile: null, history: [] };
const host = fakeHost({
  "configs.get": { ...config, draft: { text: "max_batch_size: 16", baseEtag: "", savedAt: 0 } },
});

test("[EXPERIMENT-PAGE-P3] a search gets an objective, and its own range instead of levels", async () => {
  const form = await show(<Form />, host);
  await click(button(form, "Find the highest load"));
  expect(written.goal).toEqual({ kind: "search", least: 1, most: 128, precision: 0.1 });
  expect(written.objective).toEqual({ percentile: 99, boundMs: 20 });
  expect(planErrors(written).size).toBe(0);
  expect(form.textContent).not.toContain("Concurrencies");
  await click(button(form, "Rate"));
  expect(written.goal).toMatchObject({ least: 10, most: 2000 });
  await click(button(form, "Clients"));
  await type(form, "Lowest", "500");
  expect(form.textContent).toContain("128 is not more than the lowest, 500.");
});

test("[EXPERIMENT-PAGE-P3] a comparison keeps one load, and takes the draft as a candidate", async () => {
  const form = await show(<Form />, host);
  await click(button(form, "Compare configurations"));
  expect(written.load).toEqual({ kind: "concurrency", levels: [8], thinkMs: 0 });
  const options = () => [...form.querySelectorAll("option")].map((each) => each.textContent);
  await act(() => vi.waitFor(() => expect(options()).toContain("Draft")));
  expect(written.goal.kind === "compare" && written.goal.candidates[1]).toEqual({
    label: "draft",
    configText: "max_batch_size: 16",
  });
  expect(planErrors(written).size).toBe(0);
  await click(button(form, "Add a candidate"));
  expect(form.textContent).toContain("Choose a configuration, or write one.");
  await click(button(form, "Start from the active one"));
  expect(written.goal.kind === "compare" && written.goal.candidates[2]?.configText).toBe(
    "max_batch_size: 8\n",
  );
  expect(planErrors(written).size).toBe(0);
});

test("[EXPERIMENT-PAGE-P3] every shape of load starts as a valid plan", async () => {
  const form = await show(<Form />, host);
  for (const name of ["Rate", "Profile", "Bursts", "Recorded", "Clients"]) {
    await click(button(form, name));
    expect([name, ...planErrors(written)]).toEqual([name]);
  }
});

test("[EXPERIMENT-PAGE-P2] text that isn't a number has an error at its field until it is corrected", async () => {
  const form = await show(<Form />, host);
  await type(form, "Seconds per step", "soon");
  expect(form.textContent).toContain("“soon” is not a number.");
  expect(planErrors(written).has("secondsPerStep")).toBe(true);
  await type(form, "Seconds per step", "2,5");
  expect(written.secondsPerStep).toBe(2.5);
});

test("[EXPERIMENT-PAGE-P6] an empty limit means none", async () => {
  const form = await show(<Form />, host);
  await type(form, "Max requests", "700");
  expect(written.requestsPerStep).toBe(700);
  await type(form, "Max requests", "");
  expect(written.requestsPerStep).toBeNull();
});

test("[EXPERIMENT-PAGE-P2] sections with an invalid field open, and stay open once it is fixed", async () => {
  function Fixed() {
    const [wrong, setWrong] = useState(true);
    return (
      <Fold title="Inputs" wrong={wrong}>
        <button type="button" onClick={() => setWrong(false)}>
          Fix
        </button>
      </Fold>
    );
  }
  const form = await show(<Fixed />, host);
  await click(button(form, "Fix"));
  expect(form.querySelector("details")?.open).toBe(true);
});
