import { describe, expect, it } from "vitest";
import { hasSettings, heldFlags, inheritedAround, isRunning } from "./restore.ts";
import type { WorkloadPod } from "./source.ts";

const held = (more: object = {}) =>
  heldFlags.parse({
    contextId: 1,
    namespace: "models",
    owner: "LLMInferenceService",
    name: "coder",
    container: "main",
    field: "args",
    original: ["--a", "--b"],
    applied: [["--a"]],
    ...more,
  });

const pod = (args: readonly string[] | null): WorkloadPod => ({
  name: "coder-1",
  uid: "1",
  containers: [{ name: "main", command: null, args, environment: [] }],
  ready: true,
  ending: false,
  reason: null,
  statuses: [],
});

describe("[LAUNCH-20] the arguments of an LLMInferenceService", () => {
  const added = { inherited: ["--lora"], inheritedAfter: ["--otlp-traces-endpoint", "x"] };
  const one = { words: ["--a"], environment: {} };

  it("are in a pod with what KServe adds around them, and no former ones", () => {
    const before = pod(["--lora", "--a", "--b", "--otlp-traces-endpoint", "x"]);
    expect(isRunning(before, held(added), one)).toBe(false);
    expect(isRunning(before, held(added), { words: ["--a", "--b"], environment: {} })).toBe(true);
    const after = pod(["--lora", "--a", "--otlp-traces-endpoint", "x"]);
    expect(isRunning(after, held(added), one)).toBe(true);
    expect(isRunning(pod(["--a", "--b"]), held(), one)).toBe(false);
  });

  it("are found among what KServe adds", () => {
    expect(inheritedAround(["--lora", "--a", "--x"], ["--a"])).toEqual({
      before: ["--lora"],
      after: ["--x"],
    });
    expect(inheritedAround(["--b"], ["--a"])).toBeNull();
    expect(inheritedAround([], [])).toEqual({ before: [], after: [] });
  });

  it("are the preset's where it has none", () => {
    expect(isRunning(pod(["/mnt/models"]), held(), { words: null, environment: {} })).toBe(true);
  });
});

it("[LAUNCH-13] a list whose last flag was removed is a candidate's, which the API server drops", () => {
  const container = { name: "main", command: null, args: null, environment: [] };
  const empty = { words: [], environment: {} };
  expect(hasSettings(container, { field: "args" }, empty)).toBe(true);
  expect(isRunning(pod(null), held({ owner: "Deployment" }), empty)).toBe(true);
  expect(isRunning(pod(["--a"]), held({ owner: "Deployment" }), empty)).toBe(false);
});
