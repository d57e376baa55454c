import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { fittingLayers } from "./fitting.ts";
import { LAYERS, PLATFORM, TO_LEAVE } from "./layers.ts";
import { QUESTIONS, UNKNOWN, type Workload } from "./questions.ts";
import { SOURCES } from "./sources.ts";

const fits = (answers: Partial<Workload>) => fittingLayers({ ...UNKNOWN, ...answers });
const best = (answers: Partial<Workload>) => fits(answers)[0]?.layer.name;
const names = (answers: Partial<Workload>) => fits(answers).map(({ layer }) => layer.name);

describe("the layers that fit", () => {
  test("none are named before it is known what is served", () => {
    expect(fits({})).toEqual([]);
    expect(fits({ hardware: "intel", where: "kubernetes" })).toEqual([]);
  });

  test("each kind of workload has the layer that is made for it", () => {
    expect(best({ served: "llm" })).toBe("vLLM");
    expect(best({ served: "llm", hardware: "nvidia" })).toBe("vLLM");
    expect(best({ served: "network", hardware: "nvidia" })).toBe("Triton");
    expect(best({ served: "network", hardware: "intel" })).toBe("OpenVINO Model Server");
    expect(best({ served: "savedModel", hardware: "nvidia" })).toBe("TensorFlow Serving");
    expect(best({ served: "classical", where: "kubernetes" })).toBe("MLServer");
    expect(best({ served: "python", steps: "several" })).toBe("Ray Serve");
  });

  test("what cannot serve it is not named", () => {
    expect(names({ served: "llm" })).not.toContain("TensorFlow Serving");
    expect(names({ served: "network", hardware: "nvidia" })).not.toContain("OpenVINO Model Server");
    expect(names({ served: "classical" })).not.toContain("vLLM");
    for (const served of Object.keys(QUESTIONS.served.options) as Workload["served"][])
      expect(names({ served })).not.toContain("TorchServe");
  });

  test("an answer changes reasons and caveats, and each of them has a source", () => {
    const triton = (answers: Partial<Workload>) =>
      fits({ served: "network", ...answers }).find(({ layer }) => layer.name === "Triton");
    expect(triton({ steps: "several" })?.reasons.length).toBeGreaterThan(
      triton({ steps: "one" })?.reasons.length ?? 0,
    );
    for (const { reasons, caveats } of fits({ served: "llm", steps: "several" })) {
      expect(reasons.length).toBeGreaterThan(0);
      for (const { source } of [...reasons, ...caveats]) expect(SOURCES).toHaveProperty(source);
    }
  });

  test("there is always one, however the questions are answered", () => {
    for (const served of Object.keys(QUESTIONS.served.options) as Workload["served"][])
      for (const hardware of Object.keys(QUESTIONS.hardware.options) as Workload["hardware"][])
        for (const steps of [null, "one", "several"] as const)
          expect(fits({ served, hardware, steps })[0]?.rank).toBe("best");
  });
});

describe("docs/serving-layers.md", () => {
  const page = fs.readFileSync("docs/serving-layers.md", "utf8");

  test("names every layer and every source, and no other source", () => {
    for (const { name } of [...LAYERS, PLATFORM, TO_LEAVE]) expect(page).toContain(name);
    const known = Object.values(SOURCES).map(({ url }): string => url);
    for (const url of known) expect(page).toContain(url);
    const named = [...page.matchAll(/\((https?:[^)]+)\)/g)].map(([, url]) => url);
    for (const url of named) expect(known).toContain(url);
  });
});
