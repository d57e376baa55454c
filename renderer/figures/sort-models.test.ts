import { expect, test } from "vitest";
import type { ModelOverview } from "../../main/contract/index.ts";
import { figureTable } from "./observed-figures.ts";
import { figure, frame } from "../host/testing/server-data.ts";
import { sortModels } from "./sort-models.ts";

const models = ["ranker", "mlp", "cnn_small"].map((name) => ({ name }) as ModelOverview);
const throughput = (model: string, value: number) =>
  figure({ model, figure: "inferencesPerSecond", value });
const table = figureTable(
  frame({ figures: [throughput("ranker", 900), throughput("cnn_small", 40)] }),
);
const names = (list: readonly ModelOverview[]) => list.map((each) => each.name);
const sorted = (sort: "name" | "inferencesPerSecond", descending: boolean, filter = "") =>
  names(sortModels(models, table, { filter, sort, descending }));

test("models without the figure come last in both directions", () => {
  expect(sorted("inferencesPerSecond", true)).toEqual(["ranker", "cnn_small", "mlp"]);
  expect(sorted("inferencesPerSecond", false)).toEqual(["cnn_small", "ranker", "mlp"]);
});

test("the filter ignores case and surrounding space", () => {
  expect(sorted("name", false, " RANK ")).toEqual(["ranker"]);
});

test("what was given stays in its order", () => {
  sorted("name", false);
  expect(names(models)).toEqual(["ranker", "mlp", "cnn_small"]);
});
