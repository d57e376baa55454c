import { expect, test } from "vitest";
import { describeScaling } from "./kubernetes-text.ts";

test.each([
  [3, null, "3 replicas, target unknown"],
  [1, null, "1 replica, target unknown"],
  [2, 4, "2 of 4 wanted"],
  [0, 0, "0 of 0 wanted"],
])("[K8S-7] an autoscaler with %i replicas that wants %s: %s", (current, desired, words) => {
  const rest = { name: "triton", least: 1, most: 4, metrics: [], conditions: [], words: "" };
  expect(describeScaling({ ...rest, current, desired })).toBe(words);
});
