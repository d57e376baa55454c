import { afterEach, expect, test } from "vitest";
import { clear, fakeHost, show, until } from "../experiments/testing-view.tsx";
import { byModel, useModelRepositories } from "./model-repositories.ts";
import { frame, status } from "./testing/server-data.ts";

afterEach(clear);

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

function Probe({ model }: { model: string }) {
  return useModelRepositories(status({ id: "embedded", kind: "embedded" }))?.get(model)?.name;
}

test("[REPO-17] a model that is added to a folder later gets its repository's name", async () => {
  const models = ["cnn", "late"].map((name) => ({
    name,
    versions: [],
    state: "ready" as const,
    reason: null,
    facts: [],
  }));
  const host = fakeHost(
    {
      "host.info": { modelRepositories: ["/srv/vision", "/srv/text"] },
      "repositories.served": [served("/srv/vision", "cnn"), served("/srv/text")],
    },
    { "observed.frame": frame({ serverId: "embedded", models }) },
  );
  const shown = await show(<Probe model="late" />, host);
  expect(shown.textContent).toBe("");
  host.answers["repositories.served"] = [served("/srv/vision", "cnn"), served("/srv/text", "late")];
  await until(() => expect(shown.textContent).toBe("text"));
  const asked = () => host.asked.filter(([name]) => name === "repositories.served").length;
  const before = asked();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(asked()).toBe(before);
});
