import { expect, test } from "vitest";
import { byModel } from "./model-repositories.ts";

const served = (repository: string, ...models: string[]) => ({ repository, models, problem: null });

test("[REPO-17] models are found in their repository, by its folder's name", () => {
  const found = byModel([served("/srv/vision/", "cnn"), served("s3://bucket/text", "bert")]);
  expect(found.get("cnn")).toEqual({ name: "vision", repository: "/srv/vision/" });
  expect(found.get("bert")).toEqual({ name: "text", repository: "s3://bucket/text" });
  expect(found.get("other")).toBeUndefined();
});

test("[REPO-17] folders with the same name are shown with their paths, and a model in both is in none", () => {
  const found = byModel([served("/a/models", "one", "both"), served("/b/models", "two", "both")]);
  expect(found.get("one")?.name).toBe("/a/models");
  expect(found.get("two")?.name).toBe("/b/models");
  expect(found.has("both")).toBe(false);
});
