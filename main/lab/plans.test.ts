import { describe, expect, it } from "vitest";
import { experimentPlan, type ModelSizes } from "../contract/index.ts";
import { suggestPlan } from "./suggest.ts";
import { detail } from "./testing/fake-server.ts";

describe("a suggested plan", () => {
  it("measures 1, 8 and 32 for 3 s each over HTTP", () => {
    const { plan, notes } = suggestPlan(detail());
    experimentPlan.parse(plan);
    expect(notes).toEqual([]);
    expect(plan).toMatchObject({
      wire: "http",
      load: { kind: "concurrency", levels: [1, 8, 32] },
      secondsPerStep: 3,
      warmup: { kind: "auto", mostSeconds: 10 },
      traffic: [{ model: "ranker", batchSize: 1, distinctInputs: 32, shapes: {} }],
    });
  });

  it("[LAB-GEN-37] uses gRPC if the server has no HTTP address", () => {
    const wireOf = (grpc: string, http: string) =>
      suggestPlan(detail(), { grpc, http, metrics: "" }).plan.wire;
    expect(wireOf("gpu-7:8001", "")).toBe("grpc");
    expect(wireOf("gpu-7:8001", "gpu-7:8000")).toBe("http");
    expect(wireOf("", "gpu-7:8000")).toBe("http");
    const config = { max_batch_size: 8, model_transaction_policy: { decoupled: true } };
    const endpoints = { grpc: "gpu-7:8001", http: "", metrics: "" };
    expect(suggestPlan(detail({ config }), endpoints).plan.wire).toBe("grpc-stream");
  });

  it("has more inputs if the model's cache is on, and says why", () => {
    const config = { max_batch_size: 8, response_cache: { enable: true } };
    const { plan, notes } = suggestPlan(detail({ config }));
    expect(plan.traffic[0]?.distinctInputs).toBe(50_000);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("response cache");
  });

  it("limits the number of large inputs by memory", () => {
    const inputs = [{ name: "image", datatype: "FP32", shape: [-1, 3, 1024, 1024] }];
    expect(suggestPlan(detail({ inputs })).plan.traffic[0]?.distinctInputs).toBe(5);
    expect(suggestPlan(detail({ inputs })).distinctIfRepeated).toBe(5);
    expect(suggestPlan(detail()).distinctIfRepeated).toBe(50_000);
  });

  it("chooses sizes for dynamic dimensions and says so", () => {
    const inputs = [{ name: "ids", datatype: "INT64", shape: [-1, -1] }];
    const sizes: ModelSizes = { state: "found", shapes: { ids: [128] }, byInput: {}, attempts: [] };
    const { plan, notes } = suggestPlan(detail({ inputs }), null, sizes);
    expect(plan.traffic[0]?.shapes).toEqual({ ids: [128] });
    expect(notes[0]).toBe("Found sizes that run: ids [128] for each item.");
    const untried = suggestPlan(detail({ inputs }), null, { ...sizes, state: "untried" });
    expect(untried.notes[0]).toBe(
      "Not tried yet: ids [128] for each item. One request checks it before the load.",
    );
    const failed = suggestPlan(detail({ inputs }), null, { ...sizes, state: "failed" });
    expect(failed.plan.traffic[0]?.shapes).toEqual({ ids: [] });
  });
});
