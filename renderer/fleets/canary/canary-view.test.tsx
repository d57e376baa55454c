import { afterEach, expect, test } from "vitest";
import type { GridFrame } from "../../../main/contract/index.ts";
import { button, clear, fakeHost, show } from "../../experiments/testing-view.tsx";
import { CanaryView } from "./canary-view.tsx";

afterEach(clear);

const grid = { fleetId: 1, name: "Fleet", models: ["m"], replicas: [] } as unknown as GridFrame;

test.each([
  [null, false],
  ["Experiment 7 'sweep' is running", true],
])("[C5] two are compared unless somebody measures: %s", async (holder, refused) => {
  const host = fakeHost({}, { "canary.list": [], "lab.turn": { holder } });
  const view = await show(<CanaryView fleetId={1} grid={grid} />, host);
  expect(button(view, "Compare two").disabled).toBe(refused);
  expect(view.textContent.includes(`${holder}; measurements run one at a time.`)).toBe(refused);
});
