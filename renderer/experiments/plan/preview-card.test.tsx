import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { plan } from "../testing-data.ts";
import { button, clear, fakeHost, show } from "../testing-view.tsx";
import { PlanContext } from "./plan-context.ts";
import { withoutLayout } from "../../ui/testing/layout.ts";
import { PreviewCard } from "./preview-card.tsx";

withoutLayout();
afterEach(clear);

const card = (
  <PlanContext value={{ plan, errors: new Map(), detail: undefined, change: () => {} }}>
    <PreviewCard starting={false} problem={null} />
  </PlanContext>
);
const preview = {
  steps: [],
  seconds: 1,
  mostSeconds: 1,
  requests: null,
  measurements: 1,
  notes: [],
  warnings: [],
};

test.each([
  [null, false],
  ["The comparison of 'a' on X with 'b' on Y is under way", true],
])("runs unless a measurement is running: %s", async (holder, refused) => {
  const host = fakeHost({ "lab.preview": preview }, { "lab.turn": { holder, isQuiet: false } });
  const view = await show(card, host);
  await act(() => vi.waitFor(() => expect(view.textContent).toContain("about 1")));
  expect(button(view, "Run").disabled).toBe(refused);
  expect(view.textContent.includes(`${holder}; measurements run one at a time.`)).toBe(refused);
});
