import { expect, test } from "vitest";
import type { ModelOverview } from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import { LoadFailures } from "./load-failures.ts";

function frame(reason: string | null, live = true) {
  const model = { name: "m", reason } as ModelOverview;
  return { live, models: [model] };
}

test("reports a model that is not served once per reason", () => {
  const events = new HostEvents();
  const refusals = new LoadFailures(events);
  refusals.see(frame("old", false));
  for (const reason of ["a typo", "a typo", "a broken file", null, "a typo"])
    refusals.see(frame(reason));
  expect(events.list().map(({ message }) => message)).toEqual([
    "Model 'm' is not served: a typo",
    "Model 'm' is not served: a broken file",
    "Model 'm' is not served: a typo",
  ]);
});
