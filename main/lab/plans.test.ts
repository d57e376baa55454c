import { describe, expect, it } from "vitest";
import { experimentPlan } from "../contract/index.ts";
import { shellCommand } from "./shell-command.ts";
import { suggestPlan } from "./suggest.ts";
import { detail } from "./testing/fake-server.ts";

describe("a suggested plan", () => {
  it("measures 1, 8 and 32 for 3 s each over HTTP", () => {
    const plan = suggestPlan(detail());
    experimentPlan.parse(plan);
    expect(plan).toMatchObject({
      wire: "http",
      concurrencies: [1, 8, 32],
      secondsPerStep: 3,
      warmupSeconds: 0.5,
      batchSize: 1,
      distinctInputs: 32,
      shapes: {},
      notes: [],
    });
  });

  it("has more inputs where the model's cache is on, and says why", () => {
    const config = { max_batch_size: 8, response_cache: { enable: true } };
    const plan = suggestPlan(detail({ config }));
    expect(plan.distinctInputs).toBe(10_000);
    expect(plan.notes).toHaveLength(1);
    expect(plan.notes[0]).toContain("response cache");
  });

  it("keeps the inputs of a model with large ones few enough to hold", () => {
    const inputs = [{ name: "image", datatype: "FP32", shape: [-1, 3, 1024, 1024] }];
    expect(suggestPlan(detail({ inputs })).distinctInputs).toBe(5);
  });

  it("gives sizes for dynamic dimensions and says so", () => {
    const inputs = [{ name: "ids", datatype: "INT64", shape: [-1, -1] }];
    const plan = suggestPlan(detail({ inputs }));
    expect(plan.shapes).toEqual({ ids: [16] });
    expect(plan.notes[0]).toBe(
      "Input 'ids' has dynamic dimensions; [16] is assumed for each item.",
    );
  });
});

describe("a plan's shell command", () => {
  const { notes: _notes, ...plan } = suggestPlan(detail());

  it("is one line for npm, with perf_analyzer's flags", () => {
    expect(shellCommand(plan, "127.0.0.1:8000")).toBe(
      "npm run --silent batchdeck -- measure -m ranker -u 127.0.0.1:8000 -i http " +
        "--concurrency-range=1,8,32 --measurement-interval=3000 --warmup-interval=500 " +
        "--distinct-inputs=32 --seed=1",
    );
  });

  it("quotes names for the shell", () => {
    expect(shellCommand({ ...plan, model: "it's a; model" }, "h:1")).toContain(
      "-m 'it'\\''s a; model' ",
    );
  });
});
