import { expect, test } from "vitest";
import { configFacts, identities } from "./overview.ts";

test("does not treat a version unloaded on purpose as a failure", () => {
  const unloaded = { version: "1", state: "UNAVAILABLE", reason: "unloaded" } as const;
  expect(
    identities([
      { name: "all", ...unloaded },
      { name: "older", ...unloaded },
      { name: "older", version: "2", state: "READY" },
    ]),
  ).toEqual([
    { name: "all", state: "UNLOADED", reason: null, problem: null, versions: [] },
    { name: "older", state: "READY", reason: null, problem: null, versions: ["2"] },
  ]);
});

test("shows a model without any version as unavailable with its reason", () => {
  expect(identities([{ name: "typo", reason: "no field 'max_batchsize'" }])).toEqual([
    {
      name: "typo",
      state: "UNAVAILABLE",
      reason: "no field 'max_batchsize'",
      problem: { kind: "other" },
      versions: [],
    },
  ]);
});

test("takes a model's scheduler from its configuration", () => {
  const none = { dynamicBatching: false, scheduler: null, decoupled: false };
  expect(configFacts({})).toMatchObject(none);
  expect(configFacts({ dynamic_batching: {} })).toMatchObject({ ...none, dynamicBatching: true });
  expect(configFacts({ sequence_batching: {} })).toMatchObject({ ...none, scheduler: "sequences" });
  expect(configFacts({ ensemble_scheduling: {} })).toMatchObject({
    ...none,
    scheduler: "ensemble",
  });
  expect(configFacts({ model_transaction_policy: { decoupled: true } })).toMatchObject({
    ...none,
    decoupled: true,
  });
});
