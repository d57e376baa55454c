import { expect, test } from "vitest";
import { identities } from "./overview.ts";

test("a version unloaded on purpose is no failure", () => {
  const unloaded = { version: "1", state: "UNAVAILABLE", reason: "unloaded" } as const;
  expect(
    identities([
      { name: "all", ...unloaded },
      { name: "older", ...unloaded },
      { name: "older", version: "2", state: "READY" },
    ]),
  ).toEqual([
    { name: "all", state: "UNLOADED", reason: null, versions: [] },
    { name: "older", state: "READY", reason: null, versions: ["2"] },
  ]);
});

test("a model that never got as far as a version is unavailable for its reason", () => {
  expect(identities([{ name: "typo", reason: "no field 'max_batchsize'" }])).toEqual([
    { name: "typo", state: "UNAVAILABLE", reason: "no field 'max_batchsize'", versions: [] },
  ]);
});
