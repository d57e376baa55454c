import { describe, expect, it } from "vitest";
import type { Workload } from "../../main/contract/index.ts";
import {
  candidatesFor,
  firstForm,
  toPlan,
  valueHint,
  withAnother,
  withVariable,
  workloadChoices,
} from "./form.ts";

const experiment = { version: 3 } as never;

describe("the form for launch flags", () => {
  it("makes a candidate for each value", () => {
    expect(candidatesFor("--max-num-seqs", "64, 128,,64")).toEqual([
      { label: "--max-num-seqs 64", changes: [{ flag: "--max-num-seqs", value: "64" }] },
      { label: "--max-num-seqs 128", changes: [{ flag: "--max-num-seqs", value: "128" }] },
    ]);
    expect(candidatesFor("--new-switch", " ")[0]?.label).toBe("--new-switch");
  });

  it("adds a change to a candidate, or replaces that of the same flag", () => {
    const [first] = candidatesFor("--max-num-seqs", "64");
    if (!first) throw new Error("no candidate");
    const both = withAnother(first, { flag: "--seed", value: null });
    expect(both.label).toBe("--max-num-seqs 64, without --seed");
    expect(withAnother(both, { flag: "--max-num-seqs", value: "8" }).changes).toHaveLength(2);
  });

  it("adds a variable to a candidate, replaces one of the same name, or makes a new one", () => {
    const devices = { name: "CUDA_VISIBLE_DEVICES", value: "0,1" };
    expect(withVariable(undefined, devices)).toEqual({
      label: "CUDA_VISIBLE_DEVICES=0,1",
      changes: [],
      environment: [devices],
    });
    const [first] = candidatesFor("--max-num-seqs", "64");
    const both = withVariable(first, devices);
    expect(both.label).toBe("--max-num-seqs 64, CUDA_VISIBLE_DEVICES=0,1");
    const without = withVariable(both, { name: "CUDA_VISIBLE_DEVICES", value: null });
    expect(without.label).toBe("--max-num-seqs 64, without CUDA_VISIBLE_DEVICES");
    expect(withAnother(without, { flag: "--seed", value: "1" }).environment).toHaveLength(1);
  });

  it("is a plan once nothing is missing", () => {
    const form = { ...firstForm(undefined), command: " vllm serve m " };
    const candidates = candidatesFor("--max-num-seqs", "64");
    expect(toPlan(form, "vllm", experiment, "s")).toBeNull();
    expect(toPlan({ ...form, candidates }, "vllm", null, "s")).toBeNull();
    expect(toPlan({ ...form, candidates, readySeconds: 1 }, "vllm", experiment, "s")).toBeNull();
    expect(toPlan({ ...form, candidates }, "vllm", experiment, "s")?.place).toEqual({
      kind: "process",
      command: "vllm serve m",
    });
    const cluster = { ...form, candidates, kind: "deployment" as const, contextId: 1 };
    expect(toPlan(cluster, "vllm", experiment, "s")).toBeNull();
    const whole = { ...cluster, workload: "StatefulSet/models/vllm", container: "server" };
    expect(toPlan(whole, "vllm", experiment, "s")?.place).toMatchObject({
      namespace: "models",
      name: "vllm",
      serverId: null,
    });
    const through = toPlan({ ...whole, throughServer: true }, "vllm", experiment, "s");
    expect(through?.place).toMatchObject({ serverId: "s" });
  });

  it("says which values a flag takes", () => {
    const kind = { kind: "number", whole: false, least: 0, most: 1, exclusive: true } as const;
    const flag = { name: "--x", aliases: [], value: kind, fallback: "0.9", effect: "" };
    expect(valueHint(flag)).toBe("Number, more than 0 to 1. Default: 0.9.");
  });
});

it("[LAUNCH-15] [LAUNCH-20] offers KServe's services in place of what KServe made of them", () => {
  const workload = (name: string, service: Workload["service"]) =>
    ({ kind: "vllm", owner: "Deployment", namespace: "models", name, service }) as Workload;
  const choices = workloadChoices(
    [
      workload("plain", null),
      workload("chat-predictor", { kind: "InferenceService", name: "chat" }),
      workload("coder-kserve", { kind: "LLMInferenceService", name: "coder" }),
    ],
    "vllm",
  );
  expect(choices.map(({ label }) => label)).toEqual([
    "models/plain (Deployment)",
    "models/chat (InferenceService)",
    "models/coder (LLMInferenceService)",
  ]);
});
