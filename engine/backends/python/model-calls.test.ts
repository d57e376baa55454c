import { describe, expect, it } from "vitest";
import { ModelCalls } from "./model-calls.ts";

const a0 = { of: "a0" };
const a1 = { of: "a1" };
const b0 = { of: "b0" };

const callsWith = (instances: Record<string, number>) =>
  new ModelCalls((model) => instances[model] ?? 0);

describe("[PYTHON-BLS-5] calls between models", () => {
  it("rejects a model that calls itself with its only instance", () => {
    const calls = callsWith({ a: 1 });
    expect(() => calls.begin({ instance: a0, model: "a", targets: ["a"] })).toThrow(
      "model 'a' calls model 'a', whose only instance waits for a call that can't end before this one. Add instances, or end the loop of calls",
    );
  });

  it("allows it if another instance is free, until that one calls as well", () => {
    const calls = callsWith({ a: 2 });
    const end = calls.begin({ instance: a0, model: "a", targets: ["a"] });
    expect(() => calls.begin({ instance: a1, model: "a", targets: ["a"] })).toThrow(
      "all 2 instances",
    );
    end();
    calls.begin({ instance: a1, model: "a", targets: ["a"] });
  });

  it("rejects a loop over two models and allows calls that don't form one", () => {
    const calls = callsWith({ a: 1, b: 1, c: 1 });
    calls.begin({ instance: a0, model: "a", targets: ["b"] });
    calls.begin({ instance: b0, model: "b", targets: ["c"] });
    expect(() => calls.begin({ instance: b0, model: "b", targets: ["a"] })).toThrow(
      "model 'b' calls model 'a'",
    );
  });

  it("knows the steps of an ensemble", () => {
    const calls = callsWith({ a: 1, c: 1 });
    expect(() => calls.begin({ instance: a0, model: "a", targets: ["c", "a"] })).toThrow(
      "model 'a'",
    );
  });

  it("[PYTHON-BLS-6] limits the depth of calls between models", () => {
    const calls = callsWith({});
    calls.checkDepth(64, "m");
    expect(() => calls.checkDepth(65, "m")).toThrow("the last of 65");
  });
});
