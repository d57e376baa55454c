import { describe, expect, it } from "vitest";
import { classifyFailure, WRONG } from "./outcome.ts";

describe("an outcome", () => {
  it.each([
    ["[LAB-GEN-30] timedOut", "DEADLINE_EXCEEDED", "Deadline Exceeded"],
    ["[LAB-GEN-30] timedOut", "UNAVAILABLE", "Request timeout expired"],
    ["[LAB-GEN-31] rejected", "UNAVAILABLE", "Exceeds maximum queue size"],
    ["[LAB-GEN-31] rejected", "UNKNOWN", "[request id: 7] Exceeds maximum queue size"],
    ["[LAB-GEN-31] rejected", "RESOURCE_EXHAUSTED", ""],
    ["[LAB-GEN-31] rejected", "UNAVAILABLE", "HTTP 503"],
    ["[LAB-GEN-32] cancelled", "CANCELLED", "Request was cancelled"],
    ["[LAB-GEN-32] wrong", WRONG, "Output 'y' is missing."],
    ["[LAB-GEN-33] failed", "INTERNAL", "out of memory"],
    ["[LAB-GEN-33] failed", "UNAVAILABLE", "Model 'm' is not ready"],
  ])("%s: %s %s", (name, status, message) => {
    expect(classifyFailure({ status, message }, false)).toBe(name.replace(/^\[.*\] /, ""));
  });

  it("[LAB-GEN-33] counts a lost connection as a failure, whatever its message", () => {
    expect(
      classifyFailure({ status: "UNAVAILABLE", message: "connect ETIMEDOUT timed out" }, true),
    ).toBe("failed");
  });
});
