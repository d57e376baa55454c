import { describe, expect, it } from "vitest";
import { outcomeOf, WRONG } from "./outcome.ts";

describe("an outcome", () => {
  it.each([
    ["[G30] timedOut", "DEADLINE_EXCEEDED", "Deadline Exceeded"],
    ["[G30] timedOut", "UNAVAILABLE", "Request timeout expired"],
    ["[G31] rejected", "UNAVAILABLE", "Exceeds maximum queue size"],
    ["[G31] rejected", "UNKNOWN", "[request id: 7] Exceeds maximum queue size"],
    ["[G31] rejected", "RESOURCE_EXHAUSTED", ""],
    ["[G31] rejected", "UNAVAILABLE", "HTTP 503"],
    ["[G32] cancelled", "CANCELLED", "Request was cancelled"],
    ["[G32] wrong", WRONG, "Output 'y' is missing."],
    ["[G33] failed", "INTERNAL", "out of memory"],
    ["[G33] failed", "UNAVAILABLE", "Model 'm' is not ready"],
  ])("%s: %s %s", (name, status, message) => {
    expect(`[${name.slice(1, 4)}] ${outcomeOf({ status, message }, false)}`).toBe(name);
  });

  it("[G33] of a lost connection is a failure, whatever its words", () => {
    expect(outcomeOf({ status: "UNAVAILABLE", message: "connect ETIMEDOUT timed out" }, true)).toBe(
      "failed",
    );
  });
});
