import { expect, test } from "vitest";
import { describeDrift, reasonText, describeTotals, formatWorkload } from "./fleet-text.ts";

test("a workload is named without the number of its context", () => {
  expect(formatWorkload("1/models/Deployment/triton")).toBe("models/Deployment/triton");
});

test("configurations are the same as far as replicas answer", () => {
  expect(describeDrift({ live: 0, replicas: 1 })).toBe("unknown: no replica answers");
  expect(describeDrift({ live: 1, replicas: 2 })).toBe("the same on those that answer");
  expect(describeDrift({ live: 2, replicas: 2 })).toBe("the same everywhere");
});

test("[FLEET-F8] totals say that they are of the replicas that answer", () => {
  const live = { state: "live" } as const;
  expect(describeTotals([live])).toBe("The replica");
  expect(describeTotals([live, live])).toBe("All 2 replicas");
  expect(describeTotals([live, { state: "stale" }, live])).toBe("2 of 3 replicas, live");
});

test("[FLEET-F7] a reason begins with the cluster's, else with how the replica is reached", () => {
  const note = "Through a port-forward.";
  const own = "Can't reach 127.0.0.1:8001.";
  expect(reasonText({ note, trouble: "", reason: own })).toBe(`${note} ${own}`);
  expect(reasonText({ note, trouble: "OOMKilled.", reason: own })).toBe(`OOMKilled. ${own}`);
  expect(reasonText({ note: "", trouble: "", reason: own })).toBe(own);
  expect(reasonText({ note, trouble: "OOMKilled.", reason: null })).toBeNull();
});
