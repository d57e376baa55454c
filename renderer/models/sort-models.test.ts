import { expect, test } from "vitest";
import type { ModelOverview } from "../../main/contract/index.ts";
import { sortModels } from "./sort-models.ts";

const model = (name: string, inferencesPerSecond: number | null): ModelOverview =>
  ({
    name,
    latest: inferencesPerSecond === null ? null : { inferencesPerSecond },
  }) as ModelOverview;

const models = [model("ranker", 900), model("mlp", null), model("cnn_small", 40)];
const names = (list: readonly ModelOverview[]) => list.map((each) => each.name);

test("models without the figure come last in both directions", () => {
  expect(names(sortModels(models, "", "throughput", true))).toEqual(["ranker", "cnn_small", "mlp"]);
  expect(names(sortModels(models, "", "throughput", false))).toEqual([
    "cnn_small",
    "ranker",
    "mlp",
  ]);
});

test("the filter ignores case and surrounding space", () => {
  expect(names(sortModels(models, " RANK ", "name", false))).toEqual(["ranker"]);
});

test("what was given stays in its order", () => {
  sortModels(models, "", "name", false);
  expect(names(models)).toEqual(["ranker", "mlp", "cnn_small"]);
});
