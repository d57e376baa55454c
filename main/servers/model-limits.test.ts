import { expect, it } from "vitest";
import type { ObservedModel } from "../contract/index.ts";
import { ModelLimits } from "./model-limits.ts";
import type { Observation } from "./observation.ts";

const model = (name: string, more: Partial<ObservedModel> = {}): ObservedModel => ({
  name,
  versions: ["1"],
  state: "ready",
  reason: null,
  facts: [],
  ...more,
});

const observation = (models: readonly ObservedModel[], of: readonly string[]): Observation => ({
  incarnation: null,
  models,
  figures: of.map((name) => ({
    form: "gauge",
    figure: "gpuUse",
    source: "test",
    model: name,
    value: 1,
    across: "sum",
  })),
  exposition: null,
});

function setUp() {
  const reports: string[] = [];
  return { reports, limits: new ModelLimits((message) => reports.push(message)) };
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `m${i}`);

it("[SERVER-T20] keeps 2000 of 100,000 models with their figures and reports once how many are left out", () => {
  const { reports, limits } = setUp();
  const all = names(100_000);
  for (let poll = 0; poll < 2; poll++) {
    const seen = limits.observation(
      observation(
        all.map((name) => model(name)),
        ["", ...all],
      ),
    );
    expect(seen.models.map(({ name }) => name)).toEqual(all.slice(0, 2000));
    expect(seen.figures).toHaveLength(2001);
  }
  expect(reports).toEqual(["Models left out: 98000 beyond the first 2000."]);
  limits.observation(observation([model("m")], ["m"]));
  limits.observation(observation([model("x".repeat(256))], []));
  expect(reports.slice(1)).toEqual(["Models left out: 1 with names of more than 255 bytes."]);
});

it("[SERVER-T20] leaves out names of a megabyte, also of figures, and shortens reasons, facts and versions", () => {
  const { limits } = setUp();
  const long = "n".repeat(1 << 20);
  const reported = model("m", {
    reason: long,
    versions: names(1000),
    facts: Array.from({ length: 1000 }, () => ["a", long] as [string, string]),
  });
  const seen = limits.observation(observation([model(long), reported], [long, "m", "unlisted"]));
  expect(seen.models).toHaveLength(1);
  expect(seen.figures.map((each) => each.model)).toEqual(["m", "unlisted"]);
  expect(JSON.stringify(seen).length).toBeLessThan(120_000);
});

it("[SERVER-T20] limits a repository index and statistics alike", () => {
  const { limits } = setUp();
  const entries = [...names(3000), "x".repeat(300)].map((name) => ({ name, reason: name }));
  expect(limits.index(entries)).toHaveLength(2000);
  expect(limits.statistics(entries as never)).toHaveLength(2000);
});
