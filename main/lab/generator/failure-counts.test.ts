import { expect, it } from "vitest";
import { FailureCounts } from "./failure-counts.ts";

it("[LAB-GEN-34] limits the memory of failures with ever changing words", () => {
  const counts = new FailureCounts();
  for (let i = 0; i < 1000; i++) counts.add({ status: "INTERNAL", message: `request ${i}` });
  counts.add({ status: "INTERNAL", message: "request 3" }, 5);
  const list = counts.list();
  expect(list).toHaveLength(21);
  expect(list[0]).toEqual({ status: "UNKNOWN", message: "other failures", count: 980 });
  expect(list[1]).toEqual({ status: "INTERNAL", message: "request 3", count: 6 });
});
