import { describe, expect, it } from "vitest";
import { type ExperimentPlan, planPreview } from "../contract/index.ts";
import { inputWarnings } from "./input-warnings.ts";
import { previewPlan } from "./preview.ts";
import { plan, traffic } from "./testing/experiment.ts";

const rate = (...rates: number[]) =>
  ({ kind: "rate", rates, arrivals: { kind: "constant" } }) as const;

describe("a plan's preview", () => {
  it("LAB-P1 shows warm-ups and measurements in order", () => {
    const preview = previewPlan(plan({ objective: null }));
    planPreview.parse(preview);
    expect(preview.steps.map(({ phase, from, toValue }) => [phase, from, toValue])).toEqual([
      ["warmup", 0, 1],
      ["measure", 3, 1],
      ["warmup", 6, 8],
      ["measure", 9, 8],
    ]);
    expect(preview).toMatchObject({ seconds: 12, mostSeconds: 26, requests: null, warnings: [] });
    expect(preview.notes[0]).toContain("after 10 s at the latest");
  });

  it("LAB-P2 counts the requests of an open loop, and warns of too few for a p99", () => {
    const { requests, warnings } = previewPlan(
      plan({ objective: null, load: rate(100, 400), warmup: { kind: "fixed", seconds: 1 } }),
    );
    expect(requests).toBe(1500);
    expect(warnings).toEqual([
      "A step has 300 requests, and a p99 takes 459: it will not be shown; measure longer.",
    ]);
  });

  it("LAB-P3 shows a profile's rates, and its own length", () => {
    const parts = [
      { seconds: 2, from: 0, to: 100 },
      { seconds: 8, from: 100, to: 100 },
    ];
    const preview = previewPlan(
      plan({ load: { kind: "profile", parts, arrivals: { kind: "poisson" } }, objective: null }),
    );
    expect(preview.requests).toBe(900);
    expect(preview.steps.at(-1)).toMatchObject({ seconds: 10, fromValue: 0, toValue: 100 });
    expect(preview.steps[0]).toMatchObject({ phase: "warmup", fromValue: 90, toValue: 90 });
  });

  it("LAB-P3 measures an open loop until its requests are sent", () => {
    const limited = (load: ExperimentPlan["load"]) =>
      previewPlan(
        plan({
          objective: null,
          load,
          secondsPerStep: 60,
          requestsPerStep: 1000,
          warmup: { kind: "fixed", seconds: 1 },
        }),
      );
    expect(limited(rate(100, 400))).toMatchObject({
      requests: 2000,
      seconds: 2 + 10 + 2.5,
      mostSeconds: 2 + 10 + 2.5,
      warnings: [],
    });
    const parts = [{ seconds: 60, from: 0, to: 120 }];
    const ramp = limited({ kind: "profile", parts, arrivals: { kind: "constant" } });
    // One request per second more each half second: n of them are due after √n seconds.
    expect(ramp.steps.at(-1)?.seconds).toBeCloseTo(Math.sqrt(1000), 6);
    expect(limited({ kind: "concurrency", levels: [1], thinkMs: 0 }).seconds).toBe(61);
  });

  it("LAB-P4 expects a search's probes, and says the most", () => {
    const goal = { kind: "search", least: 10, most: 640, precision: 0.05 } as const;
    const preview = previewPlan(plan({ load: rate(1), goal }));
    expect(preview.steps.filter(({ phase }) => phase === "measure")).toHaveLength(8);
    expect(preview.notes[1]).toContain("expected to take 8 probes and takes at most 11");
    expect(preview.mostSeconds).toBeGreaterThan(preview.seconds);
  });

  it("LAB-P5 has the loads of configurations, and warns of too few replicates", () => {
    const candidates = [
      { label: "a", configText: null },
      { label: "b", configText: "" },
    ];
    const preview = previewPlan(
      plan({ load: rate(500), goal: { kind: "compare", candidates, replicates: 2 } }),
    );
    expect(preview.steps.filter(({ phase }) => phase === "apply")).toHaveLength(4);
    expect(preview.measurements).toBe(4);
    expect(preview.warnings).toContain(
      "2 replicates say little of the spread between runs; measure 5 or more.",
    );
  });

  it("LAB-P6 warns of a single repeated request, and of steps that could end earlier", () => {
    const { warnings } = previewPlan(plan({ traffic: [traffic({ distinctInputs: 1 })] }));
    expect(warnings.join("\n")).toContain("All requests to 'ranker' are the same one");
    expect(warnings.join("\n")).toContain("let them stop when it is certified");
  });

  it("LAB-P2 warns of rates at which a growing queue does not show (LAB-E8)", () => {
    const of = (secondsPerStep: number, load: ExperimentPlan["load"] = rate(500)) =>
      previewPlan(
        plan({
          load,
          secondsPerStep,
          stopWhenCertified: true,
          objective: { percentile: 99, boundMs: 100 },
        }),
      );
    const words = "doesn't grow to 100 ms in 3 s, and the objective may look met; measure 4 s";
    expect(of(3).warnings.join("\n")).toContain(words);
    expect(of(4).warnings.join("\n")).not.toContain("the objective may look met");
    expect(of(4).notes.join("\n")).toContain("as kept not before 4 s");
    const bursts = { kind: "bursts" as const, size: 600, everyMs: 1000 };
    expect(of(5, bursts).notes.join("\n")).toContain("Steps run to their end");
  });

  it("LAB-P7 rejects impossible plans", () => {
    expect(() => previewPlan(plan({ objective: null, stopWhenCertified: true }))).toThrow(
      "objective is not",
    );
  });
});

describe("LAB-P2 the inputs of a plan", () => {
  it("are warned of if they are missing", async () => {
    const missing = { kind: "csv" as const, path: "/nowhere/inputs.csv", columns: { x: ["a"] } };
    const there = { ...missing, path: import.meta.filename };
    const [one, two] = [traffic({ inputs: missing }), traffic({ inputs: there })];
    expect(await inputWarnings(plan({ traffic: [one, two, traffic()] }))).toEqual([
      "The inputs '/nowhere/inputs.csv' do not exist on the machine that sends the load.",
    ]);
  });
});
