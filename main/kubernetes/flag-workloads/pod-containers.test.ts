import { expect, it } from "vitest";
import { readContainer, readEnvironment, readGpus } from "./pod-containers.ts";

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

it("[LAUNCH-17] drops values that are secrets by their name, or that have a key as a flag", () => {
  const read = readEnvironment([
    { name: "HF_TOKEN", value: "hf_1" },
    { name: "VLLM_ADDITIONAL_ARGS", value: "--max-num-seqs 8 --api-key=sk-1" },
    { name: "LOAD_MS", value: "5" },
  ]);
  expect(read.map(({ value }) => value)).toEqual([null, null, "5"]);
});
