import { expect, it } from "vitest";
import { readContainer } from "./pod-containers.ts";

const sourcesOf = (envFrom: unknown) =>
  readContainer({ name: "server", envFrom }).map(({ environmentSources }) => environmentSources);

it("[LAUNCH-17] names the objects whose entries are variables", () => {
  expect(
    sourcesOf([
      { configMapRef: { name: "settings" } },
      { prefix: "HF_", secretRef: { name: "hub", optional: true } },
    ]),
  ).toEqual([["the ConfigMap settings", "the Secret hub with the prefix HF_"]]);
});

it.each([
  [undefined],
  [null],
  ["settings"],
  [[null, 1, {}, { secretRef: null }, { configMapRef: { name: 7 } }]],
])("[LAUNCH-17] names none of %j", (envFrom) => {
  expect(sourcesOf(envFrom)).toEqual([[]]);
});
