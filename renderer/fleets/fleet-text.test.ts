import { expect, test } from "vitest";
import { alikeWords, totalsWords, workloadWords } from "./fleet-text.ts";

test("a workload is named without the number of its context", () => {
  expect(workloadWords("1/models/Deployment/triton")).toBe("models/Deployment/triton");
});

test("configurations are the same as far as replicas answer", () => {
  expect(alikeWords({ live: 0, replicas: 1 })).toBe("unknown: no replica answers");
  expect(alikeWords({ live: 1, replicas: 2 })).toBe("the same on those that answer");
  expect(alikeWords({ live: 2, replicas: 2 })).toBe("the same everywhere");
});

test("[FLEET-F8] totals say that they are of the replicas that answer", () => {
  const live = { state: "live" } as const;
  expect(totalsWords([live])).toBe("The replica");
  expect(totalsWords([live, live])).toBe("All 2 replicas");
  expect(totalsWords([live, { state: "stale" }, live])).toBe("2 of 3 replicas, live");
});
