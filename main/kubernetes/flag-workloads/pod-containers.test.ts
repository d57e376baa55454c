import { expect, it } from "vitest";
import { readContainer, readGpus } from "./pod-containers.ts";

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

it.each([
  [{ limits: { cpu: "4", "nvidia.com/gpu": "2" } }, { count: 2, resource: "nvidia.com/gpu" }],
  [{ limits: { "amd.com/gpu": 1 } }, { count: 1, resource: "amd.com/gpu" }],
  [{ limits: { "nvidia.com/gpu": "two" } }, null],
  [{ limits: { "nvidia.com/gpu": null } }, null],
  [{ requests: { "nvidia.com/gpu": "2" }, limits: 7 }, null],
  [null, null],
])("[LAUNCH-19] reads the limit of GPUs of %j", (resources, limit) => {
  expect(readGpus(resources)).toEqual(limit);
});
